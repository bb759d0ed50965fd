import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../../api/contract.ts'
import type { Actor, UnknownHostVisitor, Visitor } from '../actor.ts'
import { after } from '../base/after.ts'
import { CallerGone } from '../base/busy.ts'
import type { Context } from '../context.ts'
import type { CallerStatements, Db } from '../db/database.ts'
import { mayComeAgain } from '../log/database-failure.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { answerMethods, answerResult } from './answer/answer.ts'
import { answerFailure } from './answer/failures.ts'
import { NodeReply, type ReplyOwner } from './answer/raw-reply.ts'
import type { RequestLog } from './answer/request-log.ts'
import { requireDeclaredError } from './answer/strict.ts'
import { UnreadRefusal } from './answer/unread-refusal.ts'
import { ServedCall } from './call.ts'
import {
  type Headers,
  limitHeaders,
  ownLimitHeaders,
  RateLimitError,
  type RemainingLimit,
  strictest,
} from './limits/rate-limit-error.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Usage } from './limits/rate-window.ts'
import { readCost } from './limits/read-cost.ts'
import { explainRefusal, identify, requireRole } from './request/authentication.ts'
import { browserOf, type SignedIn } from './request/browser-session.ts'
import { type ClientAddress, limitKey } from './request/client-address.ts'
import { clientName } from './request/client-name.ts'
import { authorizationOf } from './request/key-in-query.ts'
import { type Door, type Methods, methodOf, type PreparedRoute, uploadOf } from './request/methods.ts'
import { ignoredParams } from './request/parse-params.ts'
import {
  type Fields,
  isMediaType,
  isMultipart,
  mergeParams,
  readFields,
  readQuery,
  refuseJson,
} from './request/read-params.ts'
import { ClientGone, type ReceivedFile, receiveUpload, type UploadRules } from './request/receive-upload.ts'
import { BODY_LIMIT, hasBody, ignoreBody, readBody } from './request/request-body.ts'
import { hostOf } from './request/request-host.ts'
import { requestInfo } from './request/request-info.ts'
import type { PasswordAttempts } from './route.ts'
import type { PathParams, RouteMatch } from './router.ts'
import { uploadSink } from './upload-route.ts'

export interface Kernel {
  readonly ctx: Context
  readonly limits: RateLimits
  readonly log: RequestLog
  readonly addressOf: (request: IncomingMessage) => ClientAddress
  /** Called with every request of a signed-in browser. */
  readonly sessionUsed: (realm: RealmState, used: SignedIn) => void
}

type Caller = Actor | Visitor | UnknownHostVisitor

interface Admission {
  readonly actor: Caller
  readonly address: ClientAddress
}

const NOBODY = { user: null }
const NO_FIELDS: Fields = new Map()

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const NO_HEADERS: Headers = []

/**
 * One request to one path of the API, from its bytes to its answer. Kept small, because it stays in memory while a poll
 * waits.
 */
class Exchange implements ReplyOwner, PasswordAttempts {
  readonly #kernel: Kernel
  readonly raw: IncomingMessage
  readonly #response: ServerResponse
  readonly #route: string
  readonly #door: Door
  #since = performance.now()
  headers: Headers = NO_HEADERS
  #told: RemainingLimit | null = null
  #endpoint: Endpoint | null = null
  /** The limit that has already counted the request. */
  #counted: 'user' | 'visitor' | null = null
  /** True if the request is refused by its head, so that the body is not read. */
  #isUnread = false
  #isLogged = false
  #id: string | undefined
  #database: CallerStatements | undefined

  constructor(
    kernel: Kernel,
    { route, door }: Pick<Methods, 'route' | 'door'>,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#kernel = kernel
    this.#route = route
    this.#door = door
    this.raw = request
    this.#response = response
  }

  /** Created on first use, because most answers are not logged individually. */
  get id(): string {
    this.#id ??= randomUUID()
    return this.#id
  }

  /**
   * Counts the request before its body is read, so that no body is read and parsed beyond a limit. Calls `read` if the
   * request may continue. The caller is identified again afterwards, because a body may take a minute.
   */
  admit(methods: Methods, read: (mostBytes: number) => void): void {
    this.#isUnread = true
    const admitted = (mostBytes: number) => {
      this.#isUnread = false
      read(mostBytes)
    }
    try {
      const asked = this.#kernel.ctx.realms.forHost(hostOf(this.raw))
      const going = after(asked, (realm) => this.#countHead(methods, realm))
      if (going instanceof Promise) going.then(admitted).catch((error) => this.fail(error))
      else admitted(going)
    } catch (error) {
      this.fail(error)
    }
  }

  /**
   * A form may name another method of the path. The request is then counted again if the caller differs. Returns how
   * large the form may be.
   */
  #countHead({ byName }: Methods, realm: RealmState | null): number {
    const [first] = byName.values()
    const { endpoint } = byName.get(this.raw.method ?? '') ?? (first as PreparedRoute)
    const address = this.#kernel.addressOf(this.raw)
    try {
      const caller = this.#identify(realm, endpoint, NO_FIELDS, address)
      this.#countOnce(caller, address)
      return (caller.user && endpoint.mostBodyBytes) ?? BODY_LIMIT
    } catch (error) {
      // The body may decide whether these credentials are needed and how they are refused.
      if (error instanceof RateLimitError) throw error
      this.#countOnce(NOBODY, address)
      return BODY_LIMIT
    }
  }

  /** Runs synchronously as long as memory has the answers. Each await costs as much as parsing the form. */
  run(methods: Methods, path: PathParams, body: Buffer): void {
    // The time the client took to send the body is not our time.
    this.#since = performance.now()
    try {
      if (this.raw.method === 'OPTIONS') {
        this.#answerWithMethods(methods)
        return
      }
      const reading = readFields(body, this.raw.headers['content-type'], methods.bodyParam)
      const going = after(reading, (fields) => this.#choose(methods, path, fields))
      if (going) going.catch((error) => this.fail(error))
    } catch (error) {
      this.fail(error)
    }
  }

  #choose(methods: Methods, path: PathParams, body: Fields): void | Promise<void> {
    const route = methods.byName.get(methodOf(this.raw.method ?? '', body))
    if (!route) return this.#answerWithMethods(methods)
    this.#endpoint = route.endpoint
    const fields = mergeParams(path, body, readQuery(this.raw.url ?? ''))
    const asked = this.#kernel.ctx.realms.forHost(hostOf(this.raw))
    return after(asked, (realm) => this.#call(route, fields, realm))
  }

  #answerWithMethods(methods: Methods): void {
    answerMethods(this.#response, this.raw.method, methods)
    this.log()
  }

  #call(route: PreparedRoute, fields: Fields, realm: RealmState | null): void | Promise<void> {
    const caller = this.#admitted(route.endpoint, fields, realm)
    if (route.upload?.missing) throw route.upload.missing()
    const { call, ignored } = this.#prepare(route, fields, caller)
    return after(route.handle(call), (result) => this.#answer(route, result, ignored))
  }

  /** Identifies and counts the caller and checks the role. */
  #admitted(endpoint: Endpoint, fields: Fields, realm: RealmState | null): Admission {
    const address = this.#kernel.addressOf(this.raw)
    const actor = this.#identifyCounted(realm, endpoint, fields, address)
    requireRole(endpoint.auth, actor.user, endpoint.deniesPlainly)
    return { actor, address }
  }

  #prepare(route: PreparedRoute, fields: Fields, { actor, address }: Admission, file: ReceivedFile | null = null) {
    const { endpoint } = route
    const params = route.parse(fields)
    const weight = endpoint.weight?.(params, actor.realm?.users.size ?? 0) ?? 1
    if (weight > 1) this.#count(this.#usageOf(actor, address, weight - 1))
    const ignored = ignoredParams(endpoint, fields)
    const db = () => this.#dbOf(actor.user?.id ?? null, address)
    const reply = route.isRaw ? new NodeReply(this.#response, this, ignored) : null
    const { ctx } = this.#kernel
    const info = requestInfo(this.raw, address, this, ignored)
    const call = new ServedCall(endpoint, db, ctx, actor, params, info, reply, file)
    return { call, ignored }
  }

  /** Receives a form with a file. Nothing of it is read before the caller is identified, counted and admitted. */
  async upload(methods: Methods, path: PathParams, route: PreparedRoute, rules: UploadRules): Promise<void> {
    this.#endpoint = route.endpoint
    const { ctx } = this.#kernel
    const query = readQuery(this.raw.url ?? '')
    const realm = await ctx.realms.forHost(hostOf(this.raw))
    const caller = this.#admitted(route.endpoint, query, realm)
    // No operation for hosts without an organization takes a file.
    const actor = caller.actor as Actor
    const contentType = this.raw.headers['content-type']
    refuseJson(contentType)
    if (rules.missing && !isMultipart(contentType)) throw rules.missing()
    rules.admit?.(actor)
    const sink = uploadSink(ctx.files, actor.realm.id)
    const { fields, file } = await receiveUpload(this.raw, rules, sink)
    const discard = async () => file && sink.discard(file)
    if (methodOf(this.raw.method ?? '', fields) !== route.endpoint.method) {
      await discard()
      return this.#choose(methods, path, fields)
    }
    if (!file && rules.missing) throw rules.missing()
    const work = async () => {
      const { call, ignored } = this.#prepare(route, mergeParams(path, fields, query), caller, file)
      return { result: await route.handle(call), ignored }
    }
    const { result, ignored } = await work().finally(discard)
    this.#answer(route, result, ignored)
  }

  #answer(route: PreparedRoute, result: Record<string, unknown> | undefined, ignored: readonly string[]): void {
    // A raw route answers later and is logged then.
    if (route.isRaw) return
    if (this.#kernel.ctx.strict) route.check(result)
    answerResult(this.#response, this.headers, result ?? {}, ignored)
    this.log()
  }

  /** Created on first use, because many answers come from memory. */
  #dbOf(userId: number | null, address: ClientAddress): Db {
    const { ctx, limits } = this.#kernel
    this.#database ??= ctx.database.caller(userId ?? limitKey(address.ip), {
      onFirstUse: () => this.#endWithRequest(),
      onUsed: readCost(limits, userId, address),
      isRead: userId !== null && this.#endpoint?.method === 'GET',
    })
    return this.#database.db
  }

  #endWithRequest(): void {
    const hangUp = () => this.#database?.hangUp()
    if (this.#response.destroyed) hangUp()
    else this.#response.once('close', hangUp)
  }

  #identify(realm: RealmState | null, endpoint: Endpoint, fields: Fields, { ip: address }: ClientAddress): Caller {
    const { ctx } = this.#kernel
    const { 'user-agent': userAgent } = this.raw.headers
    const isBrowser = this.#door === 'session'
    const client = clientName(isBrowser ? 'website' : userAgent, textOf(fields.get('client')))
    const authorization = authorizationOf(ctx, realm, this.raw, endpoint)
    if (!isBrowser) return identify(ctx, realm, endpoint, { authorization, client, address })
    const browser = realm && browserOf(ctx, realm, this.raw, textOf(fields.get('csrfmiddlewaretoken')))
    if (browser) this.#kernel.sessionUsed(realm, browser)
    return identify(ctx, realm, endpoint, { browser, client, address })
  }

  /** Wrong credentials count against the address, so that guessing keys is limited. */
  #identifyCounted(realm: RealmState | null, endpoint: Endpoint, fields: Fields, address: ClientAddress): Caller {
    try {
      const actor = this.#identify(realm, endpoint, fields, address)
      this.#countOnce(actor, address)
      return actor
    } catch (error) {
      if (!(error instanceof RateLimitError)) this.#countOnce(NOBODY, address)
      throw error
    }
  }

  /** Counts one ordinary request, unless the head was counted for the same caller. */
  #countOnce(caller: Pick<Caller, 'user'>, address: ClientAddress): void {
    const whose = caller.user ? 'user' : 'visitor'
    if (this.#counted === whose) return
    this.#counted = whose
    const isPoll = caller.user && this.#endpoint?.isPoll
    this.#count(isPoll ? this.#kernel.limits.countPoll(caller.user.id, address) : this.#usageOf(caller, address, 1))
  }

  #usageOf({ user }: Pick<Caller, 'user'>, address: ClientAddress, weight: number): Usage | null {
    const { limits } = this.#kernel
    return user ? limits.countUser(user.id, address, weight) : limits.countVisitor(address, weight)
  }

  /** Several rules may count one request, but usually one does. */
  #count(...usages: readonly (Usage | null)[]): void {
    for (const usage of usages) {
      if (usage) this.#told = this.#told ? strictest(this.#told, usage) : usage
    }
    if (this.#told) this.headers = limitHeaders(this.#told)
    const waits = usages.flatMap((usage) => (usage?.isExceeded ? usage.msLeft : []))
    if (waits.length > 0) throw new RateLimitError({ msLeft: Math.max(...waits) })
  }

  attempt(account: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const { limits, addressOf } = this.#kernel
    const tried = { account, address: limitKey(addressOf(this.raw).ip) }
    return limits.passwordAttempts.attempt(tried, isRight, (usages) => this.#count(...usages))
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
    const headers = ownLimitHeaders(shown, this.#told) ?? this.headers
    const isUnread = this.#isUnread && !(shown instanceof UnreadRefusal)
    const sent = isUnread ? [...headers, 'Connection', 'close'] : headers
    const challenge = this.#door === 'session' ? 'Session' : 'Basic'
    answerFailure(this.#response, shown, { requestId, headers: sent, challenge, strict: ctx.strict, report })
    this.log()
  }

  log(): void {
    this.#isLogged = true
    this.#kernel.log({ request: this, route: this.#route, status: this.#response.statusCode, since: this.#since })
  }
}

/** The methods whose bodies are read. The bodies of others are ignored. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function serve(
  kernel: Kernel,
  { target: methods, params }: RouteMatch<Methods>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const exchange = new Exchange(kernel, methods, request, response)
  const contentType = request.headers['content-type']
  const run = (body: Buffer) => exchange.run(methods, params, body)
  const fail = (refusal: UnreadRefusal) => exchange.fail(refusal)
  const isRead = WITH_BODY.has(request.method ?? '')
  const upload = isRead ? uploadOf(methods, request.method ?? '', contentType) : undefined
  if (isRead && contentType !== undefined && !isMediaType(contentType)) {
    fail(new UnreadRefusal(415, 'Unsupported Media Type'))
  } else if (upload?.upload) {
    exchange
      .upload(methods, params, upload, upload.upload)
      .catch((error) => error instanceof ClientGone || exchange.fail(error))
  } else if (isRead && hasBody(request)) {
    exchange.admit(methods, (mostBytes) => readBody(request, mostBytes, run, fail))
  } else run(ignoreBody(request))
}

const UNKNOWN = { route: 'unknown', door: 'key' } as const

/** Refuses a request that matched no path. */
export function refuse(
  kernel: Kernel,
  request: IncomingMessage,
  response: ServerResponse,
  refusal: UnreadRefusal | RateLimitError,
): void {
  new Exchange(kernel, UNKNOWN, request, response).fail(refusal)
}
