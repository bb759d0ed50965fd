import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../api/contract.ts'
import type { Context } from '../context.ts'
import { answerEmpty, answerJson, answerResult } from './answer.ts'
import { identify, requireRole } from './authentication.ts'
import type { ClientAddress } from './client-address.ts'
import { clientName } from './client-name.ts'
import { answerFailure } from './failures.ts'
import type { Incoming } from './incoming.ts'
import { type Methods, methodOf, type Prepared } from './methods.ts'
import { ignoredParams } from './parse-params.ts'
import type { Headers, RateLimits } from './rate-limits.ts'
import { NodeReply, type ReplyOwner } from './raw-reply.ts'
import { type Fields, mergeParams, readBody, readQuery } from './read-params.ts'
import type { RequestLog } from './request-log.ts'
import type { RawCall, RequestInfo } from './route.ts'
import { requireDeclaredError } from './strict.ts'

export interface Kernel {
  readonly ctx: Context
  readonly limits: RateLimits
  readonly log: RequestLog
  readonly addressOf: (request: IncomingMessage) => ClientAddress
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** One request to one path of the API, from its bytes to its answer. */
class Exchange implements ReplyOwner {
  readonly #kernel: Kernel
  readonly #request: Incoming
  readonly #response: ServerResponse
  readonly #route: string
  readonly #since = performance.now()
  headers: Headers = []
  #endpoint: Endpoint | null = null
  isLogged = false

  constructor(kernel: Kernel, route: string, request: Incoming, response: ServerResponse) {
    this.#kernel = kernel
    this.#route = route
    this.#request = request
    this.#response = response
  }

  async run(methods: Methods): Promise<void> {
    const allow = ['Allow', methods.allowed.join(', ')]
    if (this.#request.method === 'OPTIONS') {
      answerEmpty(this.#response, 204, allow)
      return
    }
    const body = await readBody(this.#request)
    const route = methods.byName.get(methodOf(this.#request, body))
    if (route) {
      await this.#call(route, body)
      return
    }
    const refusal = { result: 'error', msg: 'Method Not Allowed', allowed_methods: methods.allowed }
    answerJson(this.#response, 405, allow, refusal)
  }

  async #call(route: Prepared, body: Fields): Promise<void> {
    const { endpoint } = route
    const { ctx } = this.#kernel
    this.#endpoint = endpoint
    const path = this.#request.params as Record<string, string>
    const fields = mergeParams(path, body, readQuery(this.#request.raw.url ?? ''))
    const address = this.#kernel.addressOf(this.#request.raw)
    const actor = await this.#identify(endpoint, fields, address)
    requireRole(endpoint.auth, actor.user)
    const params = route.parse(fields)
    const ignored = ignoredParams(endpoint, fields)
    const reply = new NodeReply(this.#response, this, ignored)
    // The declaration made both the parser and the handler's types; here they are only handed on.
    const call = { ctx, actor, params, request: this.#info(address), reply } as unknown as RawCall<Endpoint>
    const result = await route.handle(call)
    if (route.isRaw) return
    if (ctx.strict) route.check(result)
    answerResult(this.#response, this.headers, result ?? {}, ignored)
  }

  /** Wrong credentials count against the address: guessing keys must not be free. */
  async #identify(endpoint: Endpoint, fields: Fields, address: ClientAddress) {
    const { ctx, limits } = this.#kernel
    const { host, authorization, 'user-agent': userAgent } = this.#request.headers
    const client = clientName(userAgent, textOf(fields.get('client')))
    const actor = await identify(ctx, endpoint, { host, authorization, client }).catch((error: unknown) => {
      this.headers = limits.countVisitor(address)
      throw error
    })
    this.headers = actor.user ? limits.countUser(actor.user.id, address) : limits.countVisitor(address)
    return actor
  }

  #info({ ip, isLoopback }: ClientAddress): RequestInfo {
    const request = this.#request
    const { passwordAttempts } = this.#kernel.limits
    return { ip, isLoopback, passwordAttempts, header: (name) => textOf(request.headers[name.toLowerCase()]) }
  }

  get isAnswered(): boolean {
    return this.isLogged || this.#response.headersSent || this.#response.destroyed
  }

  fail(error: unknown): void {
    const { ctx } = this.#kernel
    const { id: requestId } = this.#request
    const report = (bug: unknown) => ctx.logger.error({ err: bug, requestId }, 'request failed')
    if (this.isAnswered) {
      report(error)
      return
    }
    const shown = ctx.strict && this.#endpoint ? requireDeclaredError(this.#endpoint, error) : error
    answerFailure(this.#response, shown, { requestId, headers: this.headers, strict: ctx.strict, report })
    this.log()
  }

  log(): void {
    this.isLogged = true
    this.#kernel.log({
      request: this.#request,
      route: this.#route,
      status: this.#response.statusCode,
      since: this.#since,
    })
  }
}

export async function serve(kernel: Kernel, methods: Methods, request: Incoming, response: ServerResponse) {
  const exchange = new Exchange(kernel, methods.route, request, response)
  try {
    await exchange.run(methods)
    // A raw handler may answer later, and then logs itself.
    if (response.headersSent && !exchange.isLogged) exchange.log()
  } catch (error) {
    exchange.fail(error)
  }
}
