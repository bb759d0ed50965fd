import { jobKind } from '../../kernel/log/job.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { hasPasswords } from '../../organization/sign-in-methods/methods.ts'

interface SignIn {
  readonly userId: number
  readonly device: string
  /** Seconds. */
  readonly at: number
}

/** Somebody has signed in with a browser. */
export const signInMail = jobKind<SignIn>('sign-in-mail')

/** Those who have just joined know that they sign in. */
const NEW_SECONDS = 60

/** Tells people of a sign-in, in case it was not them. */
export async function mailSignIn(
  { config, mailer, addressOf }: WorkContext,
  realm: RealmState,
  { userId, device, at }: SignIn,
  jobId: string,
): Promise<void> {
  const user = realm.users.get(userId)
  if (!user?.isActive || realm.isDeactivated || !settingOf(user, 'enable_login_emails')) return
  if (at - user.dateJoined < NEW_SECONDS) return
  const address = addressOf(realm).replace(/\/$/, '')
  const time = new Date(at * 1000).toISOString()
  await mailer.send({
    to: user.deliveryEmail,
    subject: `New sign-in to ${realm.name}`,
    text: `Hello ${user.fullName},

somebody signed in to your account in ${realm.name}, with ${device}, on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC.

${hasPasswords(config, realm) ? withPasswords(address) : withoutPasswords(address)}`,
    id: mailId(realm.id, jobId),
  })
}

const withPasswords = (
  address: string,
): string => `If this was not you, choose a new password, which signs out every browser:

${address}/accounts/password/reset/

Your devices: ${address}/accounts/devices/
`

const withoutPasswords = (address: string): string => `If this was not you, sign out every browser:

${address}/accounts/devices/
`
