import { jobKind } from '../../kernel/log/job.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { Mailer } from '../../kernel/mail/mailer.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'

interface Deactivation {
  readonly userId: number
  readonly byId: number
  /** What the administrator wants to say. It may be empty. */
  readonly comment: string
}

/** An administrator has deactivated somebody and wants them to know. */
export const deactivationMail = jobKind<Deactivation>('deactivation-mail')

export async function mailDeactivation(
  { mailer }: { readonly mailer: Mailer },
  realm: RealmState,
  { userId, byId, comment }: Deactivation,
  jobId: string,
): Promise<void> {
  const [user, by] = [realm.users.get(userId), realm.users.get(byId)]
  // Somebody who was reactivated meanwhile would be misled.
  if (!user || user.isActive) return
  const said = comment.trim() === '' ? '' : `\n${by?.fullName ?? 'An administrator'} wrote:\n\n${comment.trim()}\n`
  await mailer.send({
    to: user.deliveryEmail,
    subject: `Your account in ${realm.name} is deactivated`,
    text: `Hello,

${by?.fullName ?? 'An administrator'} has deactivated your account in ${realm.name}. You can no longer sign in.
${said}`,
    id: mailId(realm.id, jobId),
  })
}
