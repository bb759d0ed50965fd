import { ApiError, REALM_DEACTIVATED } from '../../api/errors.ts'
import { isMethodEnabled } from '../authentication/methods.ts'
import type { FormAnswer, FormCall, FormPage, HtmlAnswer } from '../http/pages/form-pages.ts'
import { newToken } from '../http/request/browser-session.ts'
import { enterWithClaims } from '../single-sign-on/enter-with-claims.ts'
import { type IdentityProvider, ProviderFailure } from '../single-sign-on/identity-provider.ts'
import { SINGLE_SIGN_ON_PATH } from '../single-sign-on/present.ts'
import { proofsOf, readState, SIGN_IN_SECONDS, stateFor } from '../single-sign-on/sign-in-state.ts'
import { localPath } from './local-path.ts'
import { page } from './page.ts'
import { type Problem, pagesAt, problemOf } from './pages-at.ts'
import { signBrowserIn } from './sign-browser-in.ts'
import { back } from './sign-in.ts'

const COMPLETE = '/complete/oidc/'

/** Longer codes are none. */
const MOST_CODE_CHARACTERS = 4_000

/** The first page leads to the provider, which leads back to the second one. */
export const singleSignOnPages: readonly FormPage[] = [
  ...pagesAt(`${SINGLE_SIGN_ON_PATH}/`, { proof: 'none', show: (call) => withProvider(call, start) }),
  ...pagesAt(COMPLETE, { proof: 'none', show: (call) => withProvider(call, complete) }),
]

type Step = (call: FormCall, provider: IdentityProvider) => Promise<FormAnswer>

/** Every failure has a page that says why. The log has the reason where the operator or the provider is to blame. */
async function withProvider(call: FormCall, step: Step): Promise<FormAnswer> {
  const { ctx, realm } = call
  const { identityProvider: provider } = ctx
  try {
    if (!provider || !isMethodEnabled(ctx.config, realm.info, 'OpenID Connect')) return notThere(call)
    if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
    call.countVisit()
    return await step(call, provider)
  } catch (error) {
    if (error instanceof ApiError) return failed(call, problemOf(error))
    if (!(error instanceof ProviderFailure) || !provider) throw error
    ctx.logger.warn({ reason: error.message }, 'the provider of single sign-on signed nobody in')
    return failed(call, explain(error, provider))
  }
}

const explain = ({ mayPass }: ProviderFailure, { name }: IdentityProvider): Problem =>
  mayPass
    ? { status: 503, error: `${name} does not answer as it should. Try again in a minute.`, retryAfter: 60 }
    : because(`${name} did not confirm who you are.`)

/** The provider must know this address. */
const redirectOf = ({ ctx, realm }: FormCall): string => `${ctx.addressOf(realm)}${COMPLETE}`

async function start(call: FormCall, provider: IdentityProvider): Promise<FormAnswer> {
  const { ctx, realm, signedIn, field } = call
  const next = localPath(field('next'))
  if (signedIn) return { to: next }
  const cookie = newToken()
  const asked = { ...proofsOf(ctx.secret, cookie), redirect: redirectOf(call) }
  const to = await provider.addressFor({ ...asked, state: stateFor(ctx, realm.id, cookie, next) })
  return { to, provider: { token: cookie, seconds: SIGN_IN_SECONDS } }
}

async function complete(call: FormCall, provider: IdentityProvider): Promise<FormAnswer> {
  const { ctx, realm, providerToken, field } = call
  const next = readState(ctx, realm.id, providerToken, field('state'))
  if (next === null) return failed(call, because('You did not start this in this browser, or it took too long.'))
  const code = field('code')
  if (field('error') !== '' || code === '') return failed(call, because(`You did not sign in at ${provider.name}.`))
  if (code.length > MOST_CODE_CHARACTERS) throw new ProviderFailure('its code is too long', false)
  const answered = { ...proofsOf(ctx.secret, providerToken), code, redirect: redirectOf(call) }
  const claims = await provider.claimsFor(answered)
  const user = await enterWithClaims(ctx, realm, claims, provider.name)
  return { to: localPath(next), signIn: await signBrowserIn(call, user), provider: null }
}

const because = (error: string): Problem => ({ status: 400, error, retryAfter: undefined })

const failed = ({ realm }: FormCall, { status, error, retryAfter }: Problem): HtmlAnswer =>
  page({ status, retryAfter, organization: realm.name, title: 'You are not signed in', error, links: back })

const notThere = ({ realm }: FormCall): HtmlAnswer =>
  page({
    status: 404,
    organization: realm.name,
    title: 'Single sign-on is not available',
    text: [`People of ${realm.name} sign in another way.`],
    links: back,
  })
