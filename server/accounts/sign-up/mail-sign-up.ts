import { foldCase } from '../../../api/fold-case.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { jobKind } from '../../kernel/log/job.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import { idOnWire } from '../../kernel/realm-state/hidden-email.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { hasPasswords } from '../../organization/sign-in-methods/methods.ts'
import { isSignUpOpen } from './access.ts'
import { signUpLink } from './sign-up-link.ts'

/** Somebody wants to sign up with this address. It may have an account already. */
export const signUpMail = jobKind<{ readonly email: string }>('sign-up-mail')

/** Mails a link to sign up. If the address has an account, the mail says so instead. */
export async function mailSignUp(context: WorkContext, realm: RealmState, email: string, jobId: string): Promise<void> {
  if (realm.isDeactivated || !isSignUpOpen(realm)) return
  const mail = letterTo(context, realm, email)
  if (mail) await context.mailer.send({ ...mail, id: mailId(realm.id, jobId) })
}

interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Null for addresses that are no mailbox: those of bots, and those that the API shows instead of hidden ones. */
function letterTo(context: WorkContext, realm: RealmState, email: string): Letter | null {
  const { config, secret, clock, addressOf } = context
  const address = addressOf(realm).replace(/\/$/, '')
  const user = realm.accountByEmail(email)
  if (!user) {
    if (idOnWire(email, realm.info.host) !== undefined) return null
    const link = signUpLink(secret, address, realm.id, email, seconds(clock))
    return { to: email, subject: `Join ${realm.name}`, text: invitingText(realm.name, link) }
  }
  if (user.isBot || foldCase(user.deliveryEmail) !== foldCase(email)) return null
  const subject = `You already have an account in ${realm.name}`
  const forgotten = hasPasswords(config, realm) ? forgottenText(address) : ''
  const text = user.isActive ? accountText(realm.name, address, forgotten) : deactivatedText(realm.name)
  return { to: user.deliveryEmail, subject, text }
}

const invitingText = (organization: string, link: string): string => `Hello,

open this link to join ${organization}:

${link}

The link works once, for a day. If you did not ask for it, ignore this mail.
`

const accountText = (organization: string, address: string, forgotten: string): string => `Hello,

somebody wanted to sign up for ${organization} with this address. You already have an account with it. Sign in here:

${address}/login/

${forgotten}If this was not you, ignore this mail.
`

const forgottenText = (address: string): string => `If you forgot your password, choose a new one:

${address}/accounts/password/reset/

`

const deactivatedText = (organization: string): string => `Hello,

somebody wanted to sign up for ${organization} with this address. You already have an account with it, which is deactivated.
Ask an administrator of ${organization} to reactivate it.

If this was not you, ignore this mail.
`
