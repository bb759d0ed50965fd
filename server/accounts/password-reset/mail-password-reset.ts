import { foldCase } from '../../../api/fold-case.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { jobKind } from '../../kernel/log/job.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { hasPasswords } from '../../organization/sign-in-methods/methods.ts'
import { passwordHashOf } from '../../people/users/queries.ts'
import { resetLink } from './reset-link.ts'

/** Somebody wants a new password for the account with this address, which may not exist. */
export const passwordResetMail = jobKind<{ readonly email: string }>('password-reset-mail')

/** Mails a link to choose a new password, if somebody has an account with this address. */
export async function mailPasswordReset(
  { config, database, secret, mailer, clock, addressOf }: WorkContext,
  realm: RealmState,
  email: string,
  jobId: string,
): Promise<void> {
  const user = realm.userByEmail(email)
  if (realm.isDeactivated || !hasPasswords(config, realm) || !user?.isActive || user.isBot) return
  // The address that the API shows is no mailbox.
  if (foldCase(user.deliveryEmail) !== foldCase(email.trim())) return
  const link = resetLink(secret, addressOf(realm), user, await passwordHashOf(database.db, user.id), seconds(clock))
  await mailer.send({
    to: user.deliveryEmail,
    subject: `Choose a new password for ${realm.name}`,
    text: `Hello ${user.fullName},

open this link to choose a new password for ${realm.name}:

${link}

The link works once, for a day. If you did not ask for it, ignore this mail: your password stays as it is.
`,
    id: mailId(realm.id, jobId),
  })
}
