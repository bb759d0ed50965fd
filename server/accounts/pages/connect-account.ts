import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { AccountsApp } from '../../kernel/base/calls-config.ts'
import type { FormAnswer, FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import type { SignedIn } from '../../kernel/http/request/browser-session.ts'
import { type AccountProvider, WEBEX, ZOOM } from '../../outside/calls/account-provider.ts'
import { connectAccount, isStateOf, permissionAddress } from '../../outside/calls/connect-account.ts'
import { signInFirst } from '../../outside/calls/sign-in-first.ts'
import { type Problem, pagesAt, problemOf } from './pages-at.ts'

/** Clients open the first page in a window of its own. The provider leads back to the second one. */
export const connectPages: readonly FormPage[] = [ZOOM, WEBEX].flatMap((provider) => [
  ...pagesAt(`/calls/${provider.key}/register/`, { proof: 'none', show: async (call) => start(call, provider) }),
  ...pagesAt(`/calls/${provider.key}/complete/`, { proof: 'none', show: (call) => complete(call, provider) }),
])

const registerPath = ({ key }: AccountProvider): string => `/calls/${key}/register`

/** The provider must know this address. */
const redirectOf = ({ ctx, realm }: FormCall, { key }: AccountProvider): string =>
  `${ctx.addressOf(realm)}/calls/${key}/complete`

function start(call: FormCall, provider: AccountProvider): FormAnswer {
  const { ctx, signedIn } = call
  const app = provider.appOf(ctx.config.calls)
  if (!app) return notThere(call, provider)
  if (!signedIn) return { to: signInFirst(registerPath(provider)) }
  return {
    to: permissionAddress(ctx, provider, app, { session: signedIn.session.id, redirect: redirectOf(call, provider) }),
  }
}

async function complete(call: FormCall, provider: AccountProvider): Promise<FormAnswer> {
  const { ctx, signedIn, field } = call
  const app = provider.appOf(ctx.config.calls)
  if (!app) return notThere(call, provider)
  if (!signedIn || !isStateOf(ctx, provider, signedIn.session.id, field('state')))
    return failed(call, provider, because('You did not start this in this browser, or it took too long.'))
  if (field('error') !== '') return failed(call, provider, because(`You did not give permission at ${provider.name}.`))
  return finish(call, provider, app, signedIn)
}

async function finish(
  call: FormCall,
  provider: AccountProvider,
  app: AccountsApp,
  signedIn: SignedIn,
): Promise<FormAnswer> {
  const { ctx, realm, address, field } = call
  const { user, session } = signedIn
  const actor: Actor = { realm, user, client: 'website', address, sessionId: session.id }
  const answer = { code: field('code'), redirect: redirectOf(call, provider) }
  try {
    call.countRequest(signedIn)
    if (await connectAccount(ctx, actor, provider, app, answer)) return connected(call, provider, user.fullName)
    return failed(call, provider, because(`${provider.name} did not confirm your account.`))
  } catch (error) {
    // The account or the session may have ended meanwhile.
    if (error instanceof ApiError) return failed(call, provider, problemOf(error))
    throw error
  }
}

const because = (error: string): Problem => ({ status: 400, error, retryAfter: undefined })

const connected = ({ realm }: FormCall, { name }: AccountProvider, fullName: string): HtmlAnswer =>
  page({
    organization: realm.name,
    title: `${name} is connected`,
    text: [`${fullName} can start ${name} calls now. You can close this window.`],
  })

const failed = ({ realm }: FormCall, provider: AccountProvider, { status, error, retryAfter }: Problem): HtmlAnswer =>
  page({
    status,
    retryAfter,
    organization: realm.name,
    title: `${provider.name} is not connected`,
    error,
    links: [{ to: registerPath(provider), text: 'Try again' }],
  })

const notThere = ({ realm }: FormCall, { name }: AccountProvider): HtmlAnswer =>
  page({
    status: 404,
    organization: realm.name,
    title: `${name} is not available`,
    text: [`The operator of this server has not set up ${name}.`],
  })
