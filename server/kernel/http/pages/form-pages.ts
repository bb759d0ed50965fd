import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../api/errors.ts'
import type { Context } from '../../context.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { ALWAYS } from '../answer/answer.ts'
import { RateLimitError } from '../limits/rate-limit-error.ts'
import type { Usage } from '../limits/rate-window.ts'
import {
  type BrowserCookies,
  cookiesOf,
  findSession,
  newToken,
  type ProviderCookie,
  requireCsrf,
  requireSameOrigin,
  type SignedIn,
} from '../request/browser-session.ts'
import { limitKey } from '../request/client-address.ts'
import { type Fields, readFields, readQuery } from '../request/read-params.ts'
import { hostOf } from '../request/request-host.ts'
import type { PasswordAttempts } from '../route.ts'
import type { Kernel } from '../serve.ts'
import { REVEAL_SOURCE } from './reveal.ts'

export interface FormCall extends PasswordAttempts {
  readonly ctx: Context
  readonly realm: RealmState
  readonly params: Readonly<Record<string, string>>
  /** The account that the browser is signed in with. */
  readonly signedIn: SignedIn | null
  /** The token that forms of this page carry, as the field `csrfmiddlewaretoken`. */
  readonly csrf: string
  /** The token that the browser got when it began to sign in at an identity provider. Empty if it did not. */
  readonly providerToken: string
  /** The address of the client, for the audit log. */
  readonly address: string
  readonly userAgent: string
  /** A field of the form, or of the query. Empty where there is none. */
  field(name: string): string
  /** Counts what the browser asks of another server, as a request of the person. Throws when there were too many. */
  countRequest({ user }: SignedIn): void
  /** The same for somebody who is not signed in, by the client's address. */
  countVisit(): void
  /** Counts a mail that a form sends to an address that anybody can write into it. Throws when there were too many. */
  countMail(): void
  /** The same for a mail that is also counted for its address: to reset a password or to sign up. */
  countMailTo(email: string): void
}

export interface HtmlAnswer {
  readonly status: number
  readonly html: string
  /** Seconds, where the browser has to wait. */
  readonly retryAfter?: number
}

/** Leads the browser to another page. `signIn` is the token of a new session; null signs the browser out. */
export interface Redirect {
  /** A path of this server, or an address of another one that the operator has set. */
  readonly to: string
  readonly signIn?: string | null
  /** For a browser that begins to sign in at an identity provider; null for one that has come back. */
  readonly provider?: ProviderCookie | null
}

export type FormAnswer = HtmlAnswer | Redirect

/** A page of HTML, usually with a form that is sent to the same address. It needs no script to work. */
export interface FormPage {
  /** It has `{name}` for each parameter. */
  readonly path: string
  /**
   * What a form has to show so that other sites cannot send it: the token of the browser, or nothing because the address
   * itself is secret. With `none`, the page has no form.
   */
  readonly proof: 'token' | 'address' | 'none'
  readonly show: (call: FormCall) => Promise<FormAnswer>
  readonly submit?: (call: FormCall) => Promise<FormAnswer>
  /** What a person sees whose form was refused before it was read. */
  readonly refuse: (call: FormCall, error: ApiError) => HtmlAnswer
}

/** Nothing but the icon is loaded, and no script runs. */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Forms with a password have one short script, which is in the page and named by its hash. */
const FORM_POLICY = `${PLAIN_POLICY}; script-src ${REVEAL_SOURCE}`

const HEADERS = { ...ALWAYS, 'Content-Security-Policy': FORM_POLICY }

/**
 * A browser never sends on an address that contains a key. It sends other addresses to our own pages, because a browser
 * that sends none also hides the site that a form comes from.
 */
const REFERRER = { token: 'same-origin', address: 'no-referrer', none: 'no-referrer' } as const

/** A path in the form of the web framework. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

export function addFormPages(app: FastifyInstance, kernel: Kernel, pages: readonly FormPage[]): void {
  for (const { path, proof, show, submit, refuse } of pages) {
    const url = routeOf(path)
    const serve = (handler: FormPage['show']) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { call, cookies, given } = await callOf(kernel, request)
      reply.headers(HEADERS).header('Referrer-Policy', REFERRER[proof])
      const refusal = request.method === 'POST' ? refusalOf(call, request.raw, proof, cookies, given) : null
      return send(reply, refusal ? refuse(call, refusal) : await handler(call), cookies, call.csrf)
    }
    app.get(url, serve(show))
    if (submit) app.post(url, serve(submit))
  }
}

function refusalOf(
  { ctx, realm }: FormCall,
  raw: IncomingMessage,
  proof: FormPage['proof'],
  cookies: BrowserCookies,
  given: string,
): ApiError | null {
  // Mail programs send a form too, without being a page of ours.
  if (proof === 'address') return null
  try {
    requireSameOrigin(ctx, realm, raw)
    requireCsrf(cookies, given)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function send(reply: FastifyReply, answer: FormAnswer, cookies: BrowserCookies, csrf: string): FastifyReply {
  if ('to' in answer) {
    const { signIn, provider } = answer
    if (provider !== undefined) reply.header('Set-Cookie', cookies.withProvider(provider))
    const set = signIn === undefined ? [] : signIn === null ? cookies.signedOut() : cookies.signedIn(signIn)
    if (set.length > 0) reply.header('Set-Cookie', set)
    return reply.redirect(answer.to, 303)
  }
  if (answer.retryAfter !== undefined) reply.header('Retry-After', `${answer.retryAfter}`)
  if (csrf !== cookies.csrf) reply.header('Set-Cookie', cookies.withCsrf(csrf))
  return reply.code(answer.status).type('text/html; charset=utf-8').send(answer.html)
}

interface ReceivedForm {
  readonly call: FormCall
  readonly cookies: BrowserCookies
  /** The token of the form. */
  readonly given: string
}

async function callOf({ ctx, limits, addressOf, sessionUsed }: Kernel, request: FastifyRequest): Promise<ReceivedForm> {
  const { raw, body, params } = request
  const realm = await ctx.realms.forHost(hostOf(raw))
  if (!realm) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain')
  const query = readQuery(raw.url ?? '')
  const form: Fields = body instanceof Buffer ? await readFields(body, raw.headers['content-type']) : new Map()
  const cookies = cookiesOf(ctx, realm, raw)
  const signedIn = findSession(ctx.secret, realm, cookies.session)
  if (signedIn) sessionUsed(realm, signedIn)
  const address = addressOf(raw)
  const call: FormCall = {
    ctx,
    realm,
    params: params as FormCall['params'],
    signedIn,
    csrf: cookies.expectedCsrf ?? newToken(),
    providerToken: cookies.provider ?? '',
    address: address.ip,
    userAgent: raw.headers['user-agent'] ?? '',
    field(name) {
      const value = form.get(name) ?? query.get(name)
      return typeof value === 'string' ? value : ''
    },
    countRequest: ({ user }) => refuseExceeded(limits.countUser(user.id, address, 1)),
    countVisit: () => refuseExceeded(limits.countVisitor(address, 1)),
    countMail: () => refuseExceeded(limits.countFormMail(address)),
    countMailTo: (email) =>
      refuseExceeded(limits.countFormMail(address), ...limits.countMailTo(`${realm.id} ${email}`)),
    attempt: (account, isRight) =>
      limits.passwordAttempts.attempt({ account, address: limitKey(address.ip) }, isRight, (usages) =>
        refuseExceeded(...usages),
      ),
  }
  const given = form.get('csrfmiddlewaretoken')
  return { call, cookies, given: typeof given === 'string' ? given : '' }
}

function refuseExceeded(...usages: readonly (Usage | null)[]): void {
  const waits = usages.flatMap((usage) => (usage?.isExceeded ? usage.msLeft : []))
  if (waits.length > 0) throw new RateLimitError({ msLeft: Math.max(...waits) })
}
