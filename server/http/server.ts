import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { API_PREFIX } from '../../api/prefix.ts'
import type { Context } from '../context.ts'
import { createAddressReader } from './client-address.ts'
import { answerFailure } from './failures.ts'
import type { Incoming } from './incoming.ts'
import { type Methods, prepareMethods } from './methods.ts'
import { addPages } from './pages.ts'
import { createRateLimits } from './rate-limits.ts'
import { createRequestLog } from './request-log.ts'
import type { Route } from './route.ts'
import { type Kernel, serve } from './serve.ts'

/** Enough for every form of the contract; uploads will have their own. */
const BODY_LIMIT = 1_048_576

/** A query may name five thousand messages. */
const MOST_HEAD_BYTES = 98_304

/** Time to send a request, not to wait for its answer: long polls are not touched by these. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

const LONG_POLLS = new Set([`${API_PREFIX}/events`])

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

const CLIENT_ERRORS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** What never became a request: no route and no response object, only the socket. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ result: 'error', msg: status.slice(4), code: 'BAD_REQUEST' })
  const head = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close']
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}

function groupByPath(routes: Record<string, Route>): Map<string, Route[]> {
  const byPath = new Map<string, Route[]>()
  for (const route of Object.values(routes)) {
    const { path } = route.endpoint
    byPath.set(path, [...(byPath.get(path) ?? []), route])
  }
  return byPath
}

/** The contract checks and writes everything; the framework's own compilers would be loaded for nothing. */
const noSchemas = () => () => {
  throw new Error('No route has a schema of the framework.')
}

export function createServer(ctx: Context, routes: Record<string, Route>): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: 75_000,
    requestTimeout: TIMEOUTS.requestTimeout,
    http: { ...TIMEOUTS, maxHeaderSize: MOST_HEAD_BYTES },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1000, querystringParser: () => ({}) },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      reply.hijack()
      fail(request, reply.raw, error)
    },
  })
  const log = createRequestLog(ctx, LONG_POLLS)
  const fail = (request: FastifyRequest, response: ServerResponse, error: unknown): void => {
    const report = (bug: unknown) => ctx.logger.error({ err: bug, requestId: request.id }, 'request failed')
    answerFailure(response, error, { requestId: request.id, headers: [], strict: ctx.strict, report })
    const route = request.routeOptions.url ?? 'unknown'
    log({ request, route, status: response.statusCode, since: performance.now() })
  }

  app.removeAllContentTypeParsers()
  // Kept as bytes: who may call and whether it is a form at all is decided later.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => {
    reply.hijack()
    fail(request, reply.raw, error)
  })
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    fail(request, reply.raw, new ApiError('BAD_REQUEST', 'Not Found', { status: 404 }))
  })

  const addressOf = createAddressReader(ctx.config.trustedProxies)
  const kernel: Kernel = { ctx, addressOf, log, limits: createRateLimits(ctx.clock, ctx.config.rateLimits) }
  for (const [path, group] of groupByPath(routes)) {
    const url = API_PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1')
    const methods = prepareMethods(url, group)
    app.route({
      method: [...METHODS],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        reply.hijack()
        return serve(kernel, methods, request, reply.raw)
      },
    })
    if (LONG_POLLS.has(url)) takeDirectly(app, kernel, methods)
  }
  // A hook costs every request something: only these routes have one.
  app.register(async (pages) => {
    pages.addHook('onResponse', async (request, reply) => {
      const since = performance.now() - reply.elapsedTime
      const { url: route = 'unknown' } = request.routeOptions
      log({ request, route, status: reply.raw.statusCode, since })
    })
    addPages(pages, ctx, addressOf)
  })
  closeAsTheyFallIdle(app)
  return app
}

/**
 * A poll waits for a minute, and thousands of them do at once: those that are parked hold nothing of the framework, and
 * an answer touches nothing of it.
 */
function takeDirectly(app: FastifyInstance, kernel: Kernel, methods: Methods): void {
  const others = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? ''
    const isPoll = request.method === 'GET' && (url === methods.route || url.startsWith(`${methods.route}?`))
    if (!isPoll) {
      for (const other of others) other(request, response)
      return
    }
    void serve(kernel, methods, new DirectRequest(request), response)
  })
}

/** As small as it can be, because it is kept while the poll waits. */
class DirectRequest implements Incoming {
  readonly raw: IncomingMessage
  #id: string | undefined

  constructor(raw: IncomingMessage) {
    this.raw = raw
  }

  get id(): string {
    this.#id ??= randomUUID()
    return this.#id
  }

  get method(): string {
    return 'GET'
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers
  }

  get params(): unknown {
    return {}
  }

  get body(): unknown {
    return null
  }
}

/** A connection that is busy when the server closes would otherwise stay open until its keep-alive time is over. */
function closeAsTheyFallIdle(app: FastifyInstance): void {
  let closing: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    closing = setInterval(() => app.server.closeIdleConnections(), 20)
  })
  app.addHook('onClose', async () => clearInterval(closing))
}
