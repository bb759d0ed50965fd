import { ApiError, REALM_DEACTIVATED } from '../../../api/errors.ts'
import type { FormAnswer, FormCall, FormPage, HtmlAnswer, Redirect } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { requirePasswords } from '../../organization/sign-in-methods/methods.ts'
import { accountByPassword } from '../authentication/check-password.ts'
import { enterAccount } from '../authentication/enter-account.ts'
import { isSignUpOpen } from '../sign-up/access.ts'
import { form, proofOf } from './form.ts'
import { localPath } from './local-path.ts'
import { pagesAt, problemOf } from './pages-at.ts'
import { signBrowserIn } from './sign-browser-in.ts'
import { offersPasswords, waysToSignIn } from './ways-in.ts'

export const LOGIN = '/login/'
/** Leads to the sign-in, and from there to the page that was wanted. */
export const signInFor = (path: string): Redirect => ({ to: `${LOGIN}?next=${encodeURIComponent(path)}` })
export const back = [{ to: LOGIN, text: 'Back to signing in' }]
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
  const next = localPath(field('next'))
  const problem = refusal && problemOf(refusal)
  // Beside the field, if there is one.
  const error = offersPasswords(call) ? (problem?.error ?? null) : null
  const passwordForm = form({ inputs, button: 'Sign in', hidden: { ...proofOf(call), next }, error })
  return page({
    organization: realm.name,
    title: 'Welcome back',
    text: [new URL(ctx.addressOf(realm)).host],
    ...(problem ?? {}),
    ...(error === null ? {} : { error: null }),
    form: waysToSignIn(call, passwordForm, next === '/' ? {} : { next }),
    ...wayToJoin(call),
  })
}

function wayToJoin(call: FormCall) {
  if (!isSignUpOpen(call.realm)) return { note: 'No account? Ask somebody here for an invitation.' }
  // Without passwords, the provider's button also creates accounts.
  return offersPasswords(call) ? { links: [{ to: REGISTER, text: 'Create an account' }] } : {}
}

async function signIn(call: FormCall): Promise<FormAnswer> {
  const { ctx, realm, field } = call
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
  requirePasswords(ctx.config, realm)
  const means = { db: ctx.database.db, realm, attempts: call }
  const found = await accountByPassword(means, field('username'), field('password'))
  if (!found) throw new ApiError('AUTHENTICATION_FAILED', 'This email and password do not match.')
  const user = await enterAccount(ctx, found)
  return { to: localPath(field('next')), signIn: await signBrowserIn(call, user) }
}
