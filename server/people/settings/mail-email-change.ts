import { jobKind } from '../../kernel/log/job.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { openEmailChange } from './queries.ts'

/** Somebody wants another address. */
export const emailChangeMail = jobKind<{ readonly changeId: number }>('email-change-mail')

/** The address of an account has changed. `to` is the earlier one. */
export const emailChangedNotice = jobKind<{ readonly userId: number; readonly to: string }>('email-changed-notice')

/** Mails the link that confirms the new address, to that address, if it is still wanted. */
export async function mailEmailChange(
  { database, secret, mailer, addressOf }: WorkContext,
  realm: RealmState,
  changeId: number,
  jobId: string,
): Promise<void> {
  const change = await openEmailChange(database.db, realm.id, changeId)
  const user = change && realm.users.get(change.user_id)
  if (!change || !user?.isActive || realm.isDeactivated) return
  const token = secret.unsealKey(change.token_sealed)
  await mailer.send({
    to: change.new_email,
    subject: `Confirm your new address for ${realm.name}`,
    text: `Hello ${user.fullName},

you asked to change the email address of your account in ${realm.name} to this one. Open this link to confirm it:

${addressOf(realm).replace(/\/$/, '')}/accounts/confirm_new_email/${token}/

The link works once, for a day. If you did not ask for it, ignore this mail.
`,
    id: mailId(realm.id, jobId),
  })
}

/** Tells the earlier address, in case somebody else has changed it. */
export async function mailEmailChanged(
  { mailer }: Pick<WorkContext, 'mailer'>,
  realm: RealmState,
  { userId, to }: { readonly userId: number; readonly to: string },
  jobId: string,
): Promise<void> {
  const user = realm.users.get(userId)
  if (!user || realm.isDeactivated) return
  await mailer.send({
    to,
    subject: `Your address for ${realm.name} has changed`,
    text: `Hello ${user.fullName},

the email address of your account in ${realm.name} is now ${user.deliveryEmail}. Mail goes there from now on.

If this was not you, tell an administrator of ${realm.name} at once.
`,
    id: mailId(realm.id, jobId),
  })
}
