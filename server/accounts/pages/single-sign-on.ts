import { ApiError, badRequest, REALM_DEACTIVATED } from '../../../api/errors.ts'
import type { FormAnswer, FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { type Link, page } from '../../kernel/http/pages/plain-page.ts'
import { newToken } from '../../kernel/http/request/browser-session.ts'
import { isMethodEnabled } from '../../organization/sign-in-methods/methods.ts'
import { SINGLE_SIGN_ON_PATH } from '../../organization/sign-in-methods/present.ts'
import { invitationLink } from '../invitations/key.ts'
import { enterWithClaims, type PendingInvitation } from '../single-sign-on/enter-with-claims.ts'
import { type IdentityProvider, identityProvider } from '../single-sign-on/identity-provider.ts'
import { ProviderFailure } from '../single-sign-on/provider-failure.ts'
import { proofsOf, readState, SIGN_IN_SECONDS, type SignInRequest, stateFor } from '../single-sign-on/sign-in-state.ts'
import { withInvitation } from './join.ts'
import { joinedPath } from './joined.ts'
import { localPath } from './local-path.ts'
import { type Problem, pagesAt, problemOf } from './pages-at.ts'
import { signBrowserIn } from './sign-browser-in.ts'
import { back } from './sign-in.ts'

const COMPLETE = '/complete/oidc/'

/** Longer codes are none. */
const MAX_CODE_LENGTH = 4_000

/** The first page leads to the provider, which leads back to the second one. */
export const singleSignOnPages: readonly FormPage[] = [
  ...pagesAt(`${SINGLE_SIGN_ON_PATH}/`, { proof: 'none', show: (call) => withProvider(call, wantedAtStart, start) }),
  ...pagesAt(COMPLETE, { proof: 'none', show: (call) => withProvider(call, wantedAtReturn, complete) }),
]

interface Visit {
  readonly call: FormCall
  readonly provider: IdentityProvider
  readonly wanted: SignInRequest
  readonly invited: PendingInvitation | null
}

type Step = (visit: Visit) => Promise<FormAnswer>

/** Somebody with an invitation that cannot be used sees the same page as at its link. */
async function withProvider(
  call: FormCall,
  wantedOf: (call: FormCall) => SignInRequest,
  step: Step,
): Promise<FormAnswer> {
  const { ctx, realm } = call
  const provider = ctx.resource(identityProvider)
  if (!provider || !isMethodEnabled(ctx.config, realm.info, 'OpenID Connect')) return notThere(call)
  return explained(call, provider, notSignedIn, async () => {
    call.countVisit()
    const wanted = wantedOf(call)
    const visit = { call, provider, wanted, invited: null }
    const { invitation: key } = wanted
    if (key !== null)
      return withInvitation(call, key, ({ email, role }) =>
        explained(call, provider, notJoined(key), () => step({ ...visit, invited: { key, email, role } })),
      )
    if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
    return step(visit)
  })
}

/** What the page says around a problem. */
type Frame = (call: FormCall) => { readonly title: string; readonly links: readonly Link[] }

const notSignedIn: Frame = () => ({ title: 'You are not signed in', links: back })

const notJoined =
  (key: string): Frame =>
  ({ realm }) => ({
    title: `Join ${realm.name}`,
    links: [{ to: invitationLink('', key), text: 'Back to the invitation' }],
  })

/** Every failure has a page that says why. The log has the reason where the operator or the provider is to blame. */
async function explained(
  call: FormCall,
  provider: IdentityProvider,
  frame: Frame,
  work: () => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const { ctx, realm } = call
  const show = (problem: Problem) => page({ ...problem, organization: realm.name, ...frame(call) })
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return show(problemOf(error))
    if (!(error instanceof ProviderFailure)) throw error
    ctx.logger.warn({ reason: error.message }, 'the provider of single sign-on signed nobody in')
    return show(explain(error, provider))
  }
}

const explain = ({ mayPass }: ProviderFailure, { name }: IdentityProvider): Problem =>
  mayPass
    ? { status: 503, error: `${name} does not answer as it should. Try again in a minute.`, retryAfter: 60 }
    : problemOf(badRequest(`${name} did not confirm who you are.`))

/** The provider must know this address. */
const redirectOf = ({ ctx, realm }: FormCall): string => `${ctx.addressOf(realm)}${COMPLETE}`

const wantedAtStart = ({ field }: FormCall): SignInRequest => ({
  next: localPath(field('next')),
  invitation: field('invitation') || null,
})

function wantedAtReturn({ ctx, realm, providerToken, field }: FormCall): SignInRequest {
  const wanted = readState(ctx, realm.id, providerToken, field('state'))
  if (!wanted) throw badRequest('You did not start this in this browser, or it took too long.')
  return wanted
}

async function start({ call, provider, wanted, invited }: Visit): Promise<FormAnswer> {
  const { ctx, realm, signedIn } = call
  // Somebody else may want to join with the browser of a person who is signed in.
  if (signedIn && !invited) return { to: wanted.next }
  const cookie = newToken()
  const asked = { ...proofsOf(ctx.secret, cookie), redirect: redirectOf(call) }
  const to = await provider.addressFor({ ...asked, state: stateFor(ctx, realm.id, cookie, wanted) })
  return { to, provider: { token: cookie, seconds: SIGN_IN_SECONDS } }
}

async function complete({ call, provider, wanted, invited }: Visit): Promise<FormAnswer> {
  const { ctx, realm, providerToken, field } = call
  const code = field('code')
  if (field('error') !== '' || code === '') throw badRequest(`You did not sign in at ${provider.name}.`)
  if (code.length > MAX_CODE_LENGTH) throw new ProviderFailure('its code is too long', false)
  const answered = { ...proofsOf(ctx.secret, providerToken), code, issuer: field('iss'), redirect: redirectOf(call) }
  const claims = await provider.claimsFor(answered)
  const entered = await enterWithClaims(ctx, realm, { claims, provider: provider.name }, invited)
  const signIn = await signBrowserIn(call, entered.user)
  return { to: invited ? joinedPath(entered) : localPath(wanted.next), signIn, provider: null }
}

const notThere = ({ realm }: FormCall): HtmlAnswer =>
  page({
    status: 404,
    organization: realm.name,
    title: 'Single sign-on is not available',
    text: [`People of ${realm.name} sign in another way.`],
    links: back,
  })
