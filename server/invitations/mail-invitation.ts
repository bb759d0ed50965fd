import type { Secret } from '../base/secret.ts'
import type { Database } from '../db/database.ts'
import { jobKind } from '../log/job.ts'
import { mailId } from '../mail/mail-id.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { invitationLink } from './key.ts'
import { invitationById } from './queries.ts'

/** What sending an invitation needs of the context. */
export interface InvitationMailContext {
  readonly database: Database
  readonly secret: Secret
  readonly mailer: Mailer
  addressOf(realm: RealmState): string
}

/** By id only: the key of the link is stored nowhere but encrypted. */
export const invitationMail = jobKind<{ readonly invitationId: number }>('invitation-mail')

/** Mails an invitation, if it is still open when the job runs. */
export async function mailInvitation(
  { database, secret, mailer, addressOf }: InvitationMailContext,
  realm: RealmState,
  invitationId: number,
  jobId: string,
): Promise<void> {
  const invitation = await invitationById(database.db, realm.id, invitationId)
  const inviter = invitation && realm.users.get(invitation.inviterId)
  if (!invitation || invitation.email === null || invitation.state !== 'open') return
  if (realm.isDeactivated || !inviter?.isActive) return
  const link = invitationLink(addressOf(realm), secret.unsealKey(invitation.keySealed))
  await mailer.send({
    to: invitation.email,
    subject: `${inviter.fullName} invites you to ${realm.name}`,
    text: textOf(inviter.fullName, realm.name, link, invitation.expiresAt),
    id: mailId(realm.id, jobId),
  })
}

function textOf(inviter: string, organization: string, link: string, expiresAt: number | null): string {
  const until =
    expiresAt === null
      ? ''
      : ` It is valid until ${new Date(expiresAt * 1000).toUTCString().replace(/:\d\d GMT/, ' UTC')}.`
  return `Hello,

${inviter} invites you to join ${organization}. Open this link to choose a name and a password:

${link}

The link is only for you.${until} If you do not know ${inviter}, ignore this mail.
`
}
