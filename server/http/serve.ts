import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../api/contract.ts'
import type { Actor, Stranger, Visitor } from '../actor.ts'
import { after } from '../after.ts'
import type { Context } from '../context.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { answerMethods, answerResult } from './answer.ts'
import { explainRefusal, identify, requireRole } from './authentication.ts'
import { ServedCall } from './call.ts'
import type { ClientAddress } from './client-address.ts'
import { clientName } from './client-name.ts'
import { answerFailure } from './failures.ts'
import { type Methods, methodOf, type Prepared } from './methods.ts'
import { ignoredParams } from './parse-params.ts'
import { type Headers, limitHeaders, RateLimitError, strictest, type Told } from './rate-limit-error.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Usage } from './rate-window.ts'
import { NodeReply, type ReplyOwner } from './raw-reply.ts'
import {
  type Fields,
  isMediaType,
  isMultipart,
  isPlainForm,
  mergeParams,
  readFields,
  readQuery,
} from './read-params.ts'
import { ClientGone, type ReceivedFile, receiveUpload, type UploadRules } from './receive-upload.ts'
import { readBody } from './request-body.ts'
import { hostOf } from './request-host.ts'
import type { RequestLog } from './request-log.ts'
import type { PasswordAttempts, RequestInfo } from './route.ts'
import type { Found, PathParams } from './router.ts'
import { requireDeclaredError } from './strict.ts'
import { UnreadRefusal } from './unread-refusal.ts'
import { uploadSink } from './upload-route.ts'

export interface Kernel {
  readonly ctx: Context
  readonly limits: RateLimits
  readonly log: RequestLog
  readonly addressOf: (request: IncomingMessage) => ClientAddress
}

interface Caller {
  readonly actor: Actor | Visitor | Stranger
  readonly address: ClientAddress
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
    const caller = this.#admit(route.endpoint, fields, realm)
    if (route.upload) throw route.upload.missing()
    const { call, ignored } = this.#prepare(route, fields, caller)
    return after(route.handle(call), (result) => this.#answer(route, result, ignored))
  }

  #admit(endpoint: Endpoint, fields: Fields, realm: RealmState | null): Caller {
    const { limits } = this.#kernel
    const address = this.#kernel.addressOf(this.raw)
    const actor = this.#identify(realm, endpoint, fields, address)
    this.#count(actor.user ? limits.countUser(actor.user.id, address) : limits.countVisitor(address))
    requireRole(endpoint.auth, actor.user)
    return { actor, address }
  }

  #prepare(route: Prepared, fields: Fields, { actor, address }: Caller, file: ReceivedFile | null = null) {
    const params = route.parse(fields)
    const ignored = ignoredParams(route.endpoint, fields)
    const reply = route.isRaw ? new NodeReply(this.#response, this, ignored) : null
    const { ctx } = this.#kernel
    const call = new ServedCall(route.endpoint, ctx, actor, params, this.#info(address), reply, file)
    return { call, ignored }
  }

  /** A form with a file. Nothing of it is read before the caller is known, counted and admitted. */
  async upload(methods: Methods, path: PathParams, route: Prepared, rules: UploadRules): Promise<void> {
    this.#endpoint = route.endpoint
    const { ctx } = this.#kernel
    const query = readQuery(this.raw.url ?? '')
    const realm = await ctx.realms.forHost(hostOf(this.raw))
    const caller = this.#admit(route.endpoint, query, realm)
    const { realm: admitted } = caller.actor
    if (!admitted || !isMultipart(this.raw.headers['content-type'])) throw rules.missing()
    rules.admit?.(caller.actor as Actor)
    const sink = uploadSink(ctx.files, admitted.id)
    const { fields, file } = await receiveUpload(this.raw, rules, sink)
    const discard = async () => file && sink.discard(file)
    if (methodOf('POST', fields) !== 'POST') {
      await discard()
      return this.#choose(methods, path, fields)
    }
    if (!file) throw rules.missing()
    const work = async () => {
      const { call, ignored } = this.#prepare(route, mergeParams(path, fields, query), caller, file)
      return { result: await route.handle(call), ignored }
    }
    const { result, ignored } = await work().finally(discard)
    this.#answer(route, result, ignored)
  }

  #answer(route: Prepared, result: Record<string, unknown> | undefined, ignored: readonly string[]): void {
    // It answers when it likes, and is logged then.
    if (route.isRaw) return
    if (this.#kernel.ctx.strict) route.check(result)
    answerResult(this.#response, this.headers, result ?? {}, ignored)
    this.log()
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
      return identify(ctx, realm, endpoint, { authorization, client, address: address.ip })
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
      report(error)
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
  const route = request.method === 'POST' ? methods.byName.get('POST') : undefined
  if (!WITH_BODY.has(request.method ?? '')) begin().run(methods, params, NOTHING)
  else if (contentType !== undefined && !isMediaType(contentType)) {
    begin().fail(new UnreadRefusal(415, 'Unsupported Media Type'))
  } else if (route?.upload && !isPlainForm(contentType)) {
    const exchange = begin()
    exchange
      .upload(methods, params, route, route.upload)
      .catch((error) => error instanceof ClientGone || exchange.fail(error))
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
