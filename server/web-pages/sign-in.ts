import { ApiError, REALM_DEACTIVATED } from '../../api/errors.ts'
import type { Actor } from '../actor.ts'
import { accountByPassword } from '../authentication/check-password.ts'
import { enterAccount } from '../authentication/enter-account.ts'
import type { FormAnswer, FormCall, FormPage, HtmlAnswer } from '../http/pages/form-pages.ts'
import { newToken } from '../http/request/browser-session.ts'
import type { User } from '../realm-state/user.ts'
import { deviceName } from '../sessions/device-name.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { startSession } from '../sessions/start-session.ts'
import { isSignUpOpen } from '../sign-up/access.ts'
import { form, proofOf } from './form.ts'
import { localPath } from './local-path.ts'
import { page } from './page.ts'
import { pagesAt, problemOf } from './pages-at.ts'

export const LOGIN = '/login/'
/** Where people without an invitation sign up. */
export const REGISTER = '/register/'
const RESET = '/accounts/password/reset/'

export const signInPages: readonly FormPage[] = pagesAt(LOGIN, {
  proof: 'token',
  show: async (call) => (call.signedIn ? { to: localPath(call.field('next')) } : formFor(call, null)),
  async submit(call) {
    try {
      return await signIn(call)
    } catch (error) {
      if (error instanceof ApiError) return formFor(call, error)
      throw error
    }
  },
})

function formFor(call: FormCall, refusal: ApiError | null): HtmlAnswer {
  const { ctx, realm, field } = call
  const inputs = [
    { name: 'username', label: 'Email', type: 'email', value: field('username'), autocomplete: 'username' },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      link: { to: RESET, text: 'Forgot it?' },
    },
  ] as const
  return page({
    organization: realm.name,
    title: 'Welcome back',
    text: [new URL(ctx.addressOf(realm)).host],
    ...(refusal ? problemOf(refusal) : {}),
    form: form({ inputs, button: 'Sign in', hidden: { ...proofOf(call), next: localPath(field('next')) } }),
    ...(isSignUpOpen(realm)
      ? { links: [{ to: REGISTER, text: 'Create an account' }] }
      : { note: 'No account? Ask somebody here for an invitation.' }),
  })
}

async function signIn(call: FormCall): Promise<FormAnswer> {
  const { ctx, realm, field } = call
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
  const means = { db: ctx.database.db, realm, attempts: call }
  const found = await accountByPassword(means, field('username'), field('password'))
  if (!found) throw new ApiError('AUTHENTICATION_FAILED', 'This email and password do not match.')
  const user = await enterAccount(ctx, found)
  return { to: localPath(field('next')), signIn: await startIn(call, user) }
}

/** Signs the browser in with a token that nobody has seen before. What it was signed in with ends. */
async function startIn({ ctx, realm, signedIn, address, userAgent }: FormCall, user: User): Promise<string> {
  const token = newToken()
  const actor: Actor = { realm, user, client: 'website', address }
  const session = { tokenHash: ctx.secret.hashKey(token), device: deviceName(userAgent) }
  await ctx.transactAs(actor, [], async (tx) => {
    if (signedIn) await endSessions(tx, signedIn.user.id, ({ id }) => id === signedIn.session.id)
    await startSession(tx, user.id, session)
  })
  return token
}
