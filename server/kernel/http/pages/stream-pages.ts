import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, notLoggedIn } from '../../../../api/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { ALWAYS } from '../answer/answer.ts'
import { RateLimitError } from '../limits/rate-limit-error.ts'
import { explainRefusal, identify } from '../request/authentication.ts'
import { browserOf } from '../request/browser-session.ts'
import { plain } from '../request/client-address.ts'
import { clientName } from '../request/client-name.ts'
import type { Door } from '../request/methods.ts'
import { hostOf } from '../request/request-host.ts'
import type { Kernel } from '../serve.ts'

export interface StreamCall {
  readonly ctx: Context
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  header(name: string): string | undefined
  /** What has opened the connection, and whether it is a proxy that may name the client. */
  readonly peer: { readonly address: string; readonly isProxy: boolean }
  /** The bytes of the request. They end with an error if the client disconnects. */
  readonly body: AsyncIterable<Buffer>
  /** Identifies and counts the caller. Throws if there is none. `db` is for the reads of this request. */
  caller(): Promise<{ readonly actor: Actor; readonly db: Db }>
}

export interface StreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: object
}

/** An address that takes bytes instead of a form, with methods and headers of its own protocol. */
export interface StreamPage {
  /** It has `{name}` for each parameter. */
  readonly path: string
  /** Whether callers show an API key, or the cookie of a browser with its proof. */
  readonly door: Door
  readonly methods: readonly ('POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS')[]
  /** The form that its protocol gives to an error. */
  readonly refuse: (error: ApiError) => StreamAnswer
  readonly answer: (call: StreamCall) => Promise<StreamAnswer>
}

export function addStreamPages(app: FastifyInstance, kernel: Kernel, pages: readonly StreamPage[]): void {
  // The bytes are left in the connection: the page reads them at its own pace, or not at all.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const { path, door, methods, answer, refuse } of pages)
    app.route({
      method: [...methods],
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      async handler(request, reply) {
        const found = await answer(callOf(kernel, door, request, reply)).catch((error) => {
          if (error instanceof ApiError && error.status < 500 && !(error instanceof RateLimitError))
            return refuse(error)
          throw error
        })
        const { status, headers, json } = found
        reply.code(status).headers({ ...ALWAYS, ...headers })
        return json === undefined
          ? reply.send()
          : reply.type('application/json').send(Buffer.from(JSON.stringify(json)))
      },
    })
}

const callOf = (
  kernel: Kernel,
  door: Door,
  { raw, method, params }: FastifyRequest,
  reply: FastifyReply,
): StreamCall => ({
  ctx: kernel.ctx,
  method,
  params: params as StreamCall['params'],
  header: (name) => textOf(raw.headers[name]),
  get peer() {
    return { address: plain(raw.socket.remoteAddress ?? ''), isProxy: kernel.addressOf(raw).isThroughProxy }
  },
  body: raw,
  async caller() {
    const actor = await identifyCaller(kernel, door, raw)
    const statements = kernel.ctx.database.caller(actor.user.id)
    reply.raw.once('close', () => statements.hangUp())
    return { actor, db: statements.db }
  },
})

const textOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

async function identifyCaller(
  { ctx, limits, addressOf, sessionUsed }: Kernel,
  door: Door,
  raw: IncomingMessage,
): Promise<Actor> {
  const realm = await ctx.realms.forHost(hostOf(raw))
  const address = addressOf(raw)
  const { authorization, 'user-agent': userAgent } = raw.headers
  try {
    const browser = door === 'session' && realm ? browserOf(ctx, realm, raw) : null
    if (realm && browser) sessionUsed(realm, browser)
    const credentials = door === 'key' ? { authorization } : { browser }
    const caller = { ...credentials, client: clientName(userAgent, undefined), address: address.ip }
    const found = identify(ctx, realm, { auth: 'user' }, caller)
    if (!found.user) throw notLoggedIn()
    const usage = limits.countUser(found.user.id, address, 1)
    if (usage?.isExceeded) throw new RateLimitError(usage)
    return found as Actor
  } catch (error) {
    if (error instanceof RateLimitError) throw error
    const usage = limits.countVisitor(address, 1)
    if (usage?.isExceeded) throw new RateLimitError(usage)
    throw await explainRefusal(ctx, error)
  }
}
