import { jobKind } from '../../kernel/log/job.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { sendDirectNotice } from '../../messages/sending/send-notice.ts'
import { invitationLink } from './key.ts'
import { invitationById } from './queries.ts'

/** By id only: the key of the link is stored nowhere but encrypted. */
export const invitationMail = jobKind<{ readonly invitationId: number; readonly fullName?: string }>('invitation-mail')

/** Mails an invitation, if it is still open when the job runs. The inviter gets a notice about the first failure. */
export async function mailInvitation(
  context: WorkContext,
  realm: RealmState,
  { invitationId, fullName = '' }: { readonly invitationId: number; readonly fullName?: string },
  jobId: string,
): Promise<void> {
  const { database, secret, mailer, addressOf } = context
  const invitation = await invitationById(database.db, realm.id, invitationId)
  const inviter = invitation && realm.users.get(invitation.inviterId)
  if (!invitation || invitation.email === null || invitation.state !== 'open') return
  if (realm.isDeactivated || !inviter?.isActive) return
  const link = invitationLink(addressOf(realm), secret.unsealKey(invitation.keySealed), fullName)
  const mail = {
    to: invitation.email,
    subject: `${inviter.fullName} invites you to ${realm.name}`,
    text: textOf(inviter.fullName, realm.name, link, invitation.expiresAt),
    id: mailId(realm.id, jobId),
  }
  try {
    await mailer.send(mail)
  } catch (error) {
    const content = failureText(mail.to, error as Error)
    // All tries have the same key, so there is one notice.
    await sendDirectNotice(context, realm, { from: 'notification', to: inviter.id, content, key: `${jobId} failed` })
    throw error
  }
}

const MAX_REASON_LENGTH = 200

/** The reason comes from a mail server, so it is shown as code. */
const failureText = (email: string, { message }: Error): string =>
  `The invitation to \`${email}\` could not be sent: \`${message.replace(/[\s`]+/g, ' ').slice(0, MAX_REASON_LENGTH)}\`. The server tries again.`

function textOf(inviter: string, organization: string, link: string, expiresAt: number | null): string {
  const until =
    expiresAt === null
      ? ''
      : ` It is valid until ${new Date(expiresAt * 1000).toUTCString().replace(/:\d\d GMT/, ' UTC')}.`
  return `Hello,

${inviter} invites you to join ${organization}. Open this link to go on:

${link}

The link is only for you.${until} If you do not know ${inviter}, ignore this mail.
`
}
