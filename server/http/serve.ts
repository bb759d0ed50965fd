import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../api/contract.ts'
import type { Actor, Stranger, Visitor } from '../actor.ts'
import { after } from '../after.ts'
import type { Context } from '../context.ts'
import { CallerGone } from '../db/busy.ts'
import type { CallerDatabase } from '../db/caller-database.ts'
import type { CallerKey, Db } from '../db/database.ts'
import { mayComeAgain } from '../log/database-failure.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { answerMethods, answerResult } from './answer.ts'
import { explainRefusal, identify, requireRole } from './authentication.ts'
import { type ClientAddress, limitKey } from './client-address.ts'
import { clientName } from './client-name.ts'
import { answerFailure } from './failures.ts'
import { type Methods, methodOf, type Prepared } from './methods.ts'
import { ignoredParams } from './parse-params.ts'
import { type Headers, limitHeaders, RateLimitError, strictest, type Told } from './rate-limit-error.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Usage } from './rate-window.ts'
import { NodeReply, type ReplyOwner } from './raw-reply.ts'
import { type Fields, isMediaType, mergeParams, readFields, readQuery } from './read-params.ts'
import { readBody } from './request-body.ts'
import { hostOf } from './request-host.ts'
import type { RequestLog } from './request-log.ts'
import type { PasswordAttempts, RawCall, RequestInfo } from './route.ts'
import type { Found, PathParams } from './router.ts'
import { requireDeclaredError } from './strict.ts'
import { UnreadRefusal } from './unread-refusal.ts'

export interface Kernel {
  readonly ctx: Context
  readonly limits: RateLimits
  readonly log: RequestLog
  readonly addressOf: (request: IncomingMessage) => ClientAddress
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const NO_HEADERS: Headers = []

/** One request to one path of the API, from its bytes to its answer. Small, because it is kept while a poll waits. */
class Exchange implements ReplyOwner, PasswordAttempts {
  readonly #kernel: Kernel
  readonly raw: IncomingMessage
  readonly #response: ServerResponse
  readonly #route: string
  readonly #since = performance.now()
  headers: Headers = NO_HEADERS
  #told: Told | null = null
  #endpoint: Endpoint | null = null
  #isLogged = false
  #id: string | undefined
  #database: CallerDatabase | undefined

  constructor(kernel: Kernel, route: string, request: IncomingMessage, response: ServerResponse) {
    this.#kernel = kernel
    this.#route = route
    this.raw = request
    this.#response = response
  }

  /** Made for those who ask: most answers are not logged one by one. */
  get id(): string {
    this.#id ??= randomUUID()
    return this.#id
  }

  /** In one go as far as memory can tell: each wait on the way costs as much as reading the form. */
  run(methods: Methods, path: PathParams, body: Buffer): void {
    try {
      if (this.raw.method === 'OPTIONS') {
        this.#tellMethods(methods)
        return
      }
      const reading = readFields(body, this.raw.headers['content-type'])
      const going = after(reading, (fields) => this.#choose(methods, path, fields))
      if (going) going.catch((error) => this.fail(error))
    } catch (error) {
      this.fail(error)
    }
  }

  #choose(methods: Methods, path: PathParams, body: Fields): void | Promise<void> {
    const route = methods.byName.get(methodOf(this.raw.method ?? '', body))
    if (!route) return this.#tellMethods(methods)
    this.#endpoint = route.endpoint
    const fields = mergeParams(path, body, readQuery(this.raw.url ?? ''))
    const asked = this.#kernel.ctx.realms.forHost(hostOf(this.raw))
    return after(asked, (realm) => this.#call(route, fields, realm))
  }

  #tellMethods(methods: Methods): void {
    answerMethods(this.#response, this.raw.method, methods)
    this.log()
  }

  #call(route: Prepared, fields: Fields, realm: RealmState | null): void | Promise<void> {
    const { endpoint } = route
    const { ctx, limits } = this.#kernel
    const address = this.#kernel.addressOf(this.raw)
    const actor = this.#identify(realm, endpoint, fields, address)
    this.#count(actor.user ? limits.countUser(actor.user.id, address) : limits.countVisitor(address))
    requireRole(endpoint.auth, actor.user)
    const params = route.parse(fields)
    const ignored = ignoredParams(endpoint, fields)
    const db = () => this.#dbOf(actor.user?.id ?? limitKey(address.ip))
    const reply = route.isRaw ? new NodeReply(this.#response, this, ignored) : null
    const call = new ExchangeCall(db, ctx, actor, params, this.#info(address), reply)
    return after(route.handle(call as unknown as RawCall<Endpoint>), (result) => this.#answer(route, result, ignored))
  }

  #answer(route: Prepared, result: Record<string, unknown> | undefined, ignored: readonly string[]): void {
    // It answers when it likes, and is logged then.
    if (route.isRaw) return
    if (this.#kernel.ctx.strict) route.check(result)
    answerResult(this.#response, this.headers, result ?? {}, ignored)
    this.log()
  }

  /** Made on first use: many answers come from memory. */
  #dbOf(caller: CallerKey): Db {
    this.#database ??= this.#kernel.ctx.database.caller(caller, () => this.#endWithRequest())
    return this.#database.db
  }

  #endWithRequest(): void {
    const hangUp = () => this.#database?.hangUp()
    if (this.#response.destroyed) hangUp()
    else this.#response.once('close', hangUp)
  }

  /** Wrong credentials count against the address: guessing keys must not be free. */
  #identify(
    realm: RealmState | null,
    endpoint: Endpoint,
    fields: Fields,
    address: ClientAddress,
  ): Actor | Visitor | Stranger {
    const { ctx, limits } = this.#kernel
    const { authorization, 'user-agent': userAgent } = this.raw.headers
    try {
      const client = clientName(userAgent, textOf(fields.get('client')))
      return identify(ctx, realm, endpoint, { authorization, client })
    } catch (error) {
      this.#count(limits.countVisitor(address))
      throw error
    }
  }

  /** Several rules may count one request; most are counted by one. */
  #count(usage: Usage | null): void {
    if (!usage) return
    this.#told = this.#told ? strictest(this.#told, usage) : usage
    this.headers = limitHeaders(this.#told)
    if (usage.isExceeded) throw new RateLimitError(usage)
  }

  attempt(account: string, isRight: () => Promise<boolean>): Promise<boolean> {
    return this.#kernel.limits.passwordAttempts.attempt(account, isRight, (usage) => this.#count(usage))
  }

  #info({ ip, isLoopback }: ClientAddress): RequestInfo {
    const { raw } = this
    return { ip, isLoopback, passwordAttempts: this, header: (name) => textOf(raw.headers[name.toLowerCase()]) }
  }

  get #isAnswered(): boolean {
    return this.#isLogged || this.#response.headersSent || this.#response.destroyed
  }

  fail(refusal: unknown): void {
    const explained = explainRefusal(this.#kernel.ctx, refusal)
    if (explained instanceof Promise) explained.catch((error) => error).then((error) => this.#fail(error))
    else this.#fail(explained)
  }

  #fail(error: unknown): void {
    const { ctx } = this.#kernel
    const { id: requestId } = this
    const report = (bug: unknown) => ctx.logger.error({ err: bug, requestId }, 'request failed')
    if (this.#isAnswered) {
      const isEnded = error instanceof CallerGone || mayComeAgain(error)
      if (!this.#database?.isGone || !isEnded) report(error)
      return
    }
    const shown = ctx.strict && this.#endpoint ? requireDeclaredError(this.#endpoint, error) : error
    answerFailure(this.#response, shown, { requestId, headers: this.headers, strict: ctx.strict, report })
    this.log()
  }

  log(): void {
    this.#isLogged = true
    this.#kernel.log({ request: this, route: this.#route, status: this.#response.statusCode, since: this.#since })
  }
}

/**
 * What a handler gets. The parser and the handler's types come from the same declaration, so the fields fit. It is a class
 * because an object literal with a getter gets a new shape each time, which costs every handler ten microseconds.
 */
class ExchangeCall {
  readonly #makeDb: () => Db
  readonly ctx: Context
  readonly actor: Actor | Visitor | Stranger
  readonly params: unknown
  readonly request: RequestInfo
  readonly reply: NodeReply | null

  constructor(
    makeDb: () => Db,
    ctx: Context,
    actor: Actor | Visitor | Stranger,
    params: unknown,
    request: RequestInfo,
    reply: NodeReply | null,
  ) {
    this.#makeDb = makeDb
    this.ctx = ctx
    this.actor = actor
    this.params = params
    this.request = request
    this.reply = reply
  }

  get db(): Db {
    return this.#makeDb()
  }
}

/** What these methods carry is read before anything else is decided; what the others carry is never looked at. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function serve(
  kernel: Kernel,
  { target: methods, params }: Found<Methods>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // Begins when the request is complete: how fast it was sent is not our time.
  const begin = () => new Exchange(kernel, methods.route, request, response)
  const contentType = request.headers['content-type']
  if (!WITH_BODY.has(request.method ?? '')) begin().run(methods, params, NOTHING)
  else if (contentType !== undefined && !isMediaType(contentType)) {
    begin().fail(new UnreadRefusal(415, 'Unsupported Media Type'))
  } else {
    readBody(
      request,
      (body) => begin().run(methods, params, body),
      (refusal) => begin().fail(refusal),
    )
  }
}

const NOTHING = Buffer.alloc(0)

/** A request that reached no path. */
export function refuse(
  kernel: Kernel,
  request: IncomingMessage,
  response: ServerResponse,
  refusal: UnreadRefusal,
): void {
  new Exchange(kernel, 'unknown', request, response).fail(refusal)
}
