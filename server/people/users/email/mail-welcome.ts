import { jobKind } from '../../../kernel/log/job.ts'
import { mailId } from '../../../kernel/mail/mail-id.ts'
import type { RealmState } from '../../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../../kernel/work-context.ts'
import { hasPasswords } from '../../../organization/sign-in-methods/methods.ts'
import { passwordHashOf } from '../queries.ts'

/** Somebody created their account, with or without an invitation. */
export const welcomeMail = jobKind<{ readonly userId: number }>('welcome-mail')

/** Mails where the organization is and how to sign in, if the organization wants such mail. */
export async function mailWelcome(
  { config, database, mailer, addressOf }: WorkContext,
  realm: RealmState,
  userId: number,
  jobId: string,
): Promise<void> {
  const user = realm.users.get(userId)
  if (!user?.isActive || realm.isDeactivated || !realm.info.settings.send_welcome_emails) return
  const address = addressOf(realm).replace(/\/$/, '')
  const hasOne = (await passwordHashOf(database.db, userId)) !== null
  const password = !hasPasswords(config, realm) ? '' : hasOne ? chosen(address) : choosable(address)
  await mailer.send({
    to: user.deliveryEmail,
    subject: `Welcome to ${realm.name}`,
    text: `Hello ${user.fullName},

you have an account in ${realm.name} now. Sign in with a browser:

${address}/login/

Other clients ask for these:

Organization: ${address}
Email: ${user.deliveryEmail}
${password}`,
    id: mailId(realm.id, jobId),
  })
}

const chosen = (address: string): string => `Password: the one that you chose

If you forget your password, choose a new one:

${address}/accounts/password/reset/
`

/** Somebody who joined with the provider of single sign-on gets it. */
const choosable = (address: string): string => `
You have no password. If a client asks for one, choose it here:

${address}/accounts/password/reset/
`
