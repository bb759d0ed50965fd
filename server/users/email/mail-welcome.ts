import { jobKind } from '../../log/job.ts'
import { mailId } from '../../mail/mail-id.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'

/** Somebody created their account, with or without an invitation. */
export const welcomeMail = jobKind<{ readonly userId: number }>('welcome-mail')

interface WelcomeMailContext {
  readonly mailer: Mailer
  addressOf(realm: RealmState): string
}

/** Mails where the organization is and how to sign in, if the organization wants such mail. */
export async function mailWelcome(
  { mailer, addressOf }: WelcomeMailContext,
  realm: RealmState,
  userId: number,
  jobId: string,
): Promise<void> {
  const user = realm.users.get(userId)
  if (!user?.isActive || realm.isDeactivated || !realm.info.settings.send_welcome_emails) return
  const address = addressOf(realm).replace(/\/$/, '')
  await mailer.send({
    to: user.deliveryEmail,
    subject: `Welcome to ${realm.name}`,
    text: `Hello ${user.fullName},

you have an account in ${realm.name} now. Sign in with a browser:

${address}/login/

Other clients ask for these:

Organization: ${address}
Email: ${user.deliveryEmail}
Password: the one that you chose

If you forget your password, choose a new one:

${address}/accounts/password/reset/
`,
    id: mailId(realm.id, jobId),
  })
}
