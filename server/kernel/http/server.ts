import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { ApiError } from '../../../api/errors.ts'
import { API_PREFIX, BROWSER_PREFIX } from '../../../api/prefix.ts'
import type { Context } from '../context.ts'
import { ALWAYS, answerJson, COMMON_LINES } from './answer/answer.ts'
import { answerFailure } from './answer/failures.ts'
import { headLines } from './answer/head-lines.ts'
import { createRequestLog } from './answer/request-log.ts'
import { type Api, createApi } from './api.ts'
import { RateLimitError } from './limits/rate-limit-error.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { addFilePages, type FilePage } from './pages/file-pages.ts'
import { addFormPages, type FormPage, PLAIN_POLICY, routeOf } from './pages/form-pages.ts'
import { unknownPage } from './pages/notice-page.ts'
import { addPages } from './pages/pages.ts'
import { addStreamPages, type StreamPage } from './pages/stream-pages.ts'
import { createAddressReader } from './request/client-address.ts'
import { BODY_LIMIT, hasBody, PromptRequest } from './request/request-body.ts'
import { hostOf } from './request/request-host.ts'
import type { Route } from './route.ts'
import type { Kernel } from './serve.ts'

/** A query may contain five thousand message ids. */
const MAX_HEADER_BYTES = 98_304

/** An address of another site has at most 2,000 characters, each written as two. */
const MAX_PATH_PARAM_LENGTH = 4_000

/** The time to send a request. They do not affect long polls, which wait for an answer. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

const LONG_POLLS = new Set([`${API_PREFIX}/events`, `${BROWSER_PREFIX}/events`])

const CLIENT_ERRORS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

const EXPECTATION_FAILED = { result: 'error', msg: 'Expectation Failed', code: 'BAD_REQUEST' }

/** Refuses a connection that never became a request. It has no route and no response object, only the socket. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ result: 'error', msg: status.slice(4), code: 'BAD_REQUEST' })
  const lines = COMMON_LINES + headLines(['Content-Length', `${body.length}`, 'Connection', 'close'])
  socket.end(`HTTP/1.1 ${status}\r\n${lines}\r\n${body}`)
}

/** The contract validates and serializes everything, so the framework's own compilers are not loaded. */
const noSchemas = () => () => {
  throw new Error('No route has a schema of the framework.')
}

/** Browsers ask for HTML when a person opens an address. Programs, and the API, get JSON. */
function isForPerson({ method, url = '', headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/(api|json)(\/|\?|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

/** The address itself permits to read the file. */
const hasGrant = ({ path }: FilePage): boolean => path.includes('{grant}')

/** The documentation, and what it loads. */
const isApiPage = (url: string): boolean => url === '/api' || url.startsWith('/api/')

/** No module outside this folder uses the framework's types. */
export type HttpServer = FastifyInstance

/** What the server answers besides the operations, and what it calls when a session is used. */
interface Pages {
  readonly filePages: readonly FilePage[]
  readonly formPages: readonly FormPage[]
  readonly streamPages: readonly StreamPage[]
  readonly sessionUsed: Kernel['sessionUsed']
}

export function createServer(
  ctx: Context,
  routes: Record<string, Route>,
  { filePages = [], formPages = [], streamPages = [], sessionUsed = () => {} }: Partial<Pages> = {},
): HttpServer {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: 75_000,
    requestTimeout: TIMEOUTS.requestTimeout,
    http: { ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES, IncomingMessage: PromptRequest, requireHostHeader: false },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: () => ({}), maxParamLength: MAX_PATH_PARAM_LENGTH },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      reply.hijack()
      fail(request, reply.raw, error)
    },
  })
  const secretPages = [...formPages.filter(({ proof }) => proof === 'address'), ...filePages.filter(hasGrant)]
  const secretPaths = secretPages.map(({ path }) => path.slice(0, path.indexOf('{')))
  const log = createRequestLog(ctx, LONG_POLLS, secretPaths)
  const fail = (request: FastifyRequest, response: ServerResponse, error: unknown): void => {
    const report = (bug: unknown) => ctx.logger.error({ err: bug, requestId: request.id }, 'request failed')
    answerFailure(response, error, { requestId: request.id, headers: [], strict: ctx.strict, report })
    const route = request.routeOptions.url ?? 'unknown'
    log({ request, route, status: response.statusCode, since: performance.now() })
  }

  app.removeAllContentTypeParsers()
  // Pages ignore bodies, so any type is accepted, up to the limit.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => {
    reply.hijack()
    fail(request, reply.raw, error)
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (isForPerson(request.raw)) {
      const realm = await ctx.realms.forHost(hostOf(request.raw))
      const { status, html } = unknownPage(realm)
      log({ request, route: 'unknown', status, since: performance.now() })
      reply.headers({ ...ALWAYS, 'Content-Security-Policy': PLAIN_POLICY })
      return reply.code(status).type('text/html; charset=utf-8').send(html)
    }
    reply.hijack()
    fail(request, reply.raw, new ApiError('BAD_REQUEST', 'Not Found', { status: 404 }))
  })

  const addressOf = createAddressReader(ctx.config.trustedProxies)
  const limits = createRateLimits(ctx.clock, ctx.config.rateLimits)
  const kernel: Kernel = { ctx, addressOf, log, limits, sessionUsed }
  takeDirectly(app, createApi(kernel, routes, closeAsTheyFallIdle(app)))
  const keyPages = new Set(formPages.flatMap(({ path, proof }) => (proof === 'address' ? [routeOf(path)] : [])))
  // Limited by address: bodies, which pages and unknown paths ignore, keys that somebody may guess, and what nobody needs often.
  app.addHook('onRequest', async ({ raw, is404, routeOptions: { url = '' } }) => {
    const isCounted = is404 || hasBody(raw) || isApiPage(url) || keyPages.has(url)
    const usage = isCounted ? kernel.limits.countVisitor(addressOf(raw), 1) : null
    if (usage?.isExceeded) throw new RateLimitError(usage)
  })
  // Failures are already logged. Only these routes have this hook.
  app.register(async (pages) => {
    pages.addHook('onResponse', async (request, reply) => {
      const since = performance.now() - reply.elapsedTime
      const { url: route = 'unknown' } = request.routeOptions
      log({ request, route, status: reply.raw.statusCode, since })
    })
    // Before the hook of the other pages, which answers every method but GET.
    pages.register(async (forms) => addFormPages(forms, kernel, formPages))
    pages.register(async (streams) => addStreamPages(streams, kernel, streamPages))
    pages.register(async (others) => {
      addPages(others, kernel)
      addFilePages(others, kernel, filePages)
    })
  })
  return app
}

/** Operations of the contract never reach the framework: it costs more than most of them. See docs/adr/0044. */
function takeDirectly(app: FastifyInstance, api: Api): void {
  app.server.removeAllListeners('request')
  app.server.on('checkExpectation', (_request, response) => {
    answerJson(response, 417, ['Connection', 'close'], EXPECTATION_FAILED)
  })
  app.server.on('request', (request, response) => {
    if (!api(request, response)) app.routing(request, response)
  })
  // If the host name has two addresses, the framework opens a second server. Its API requests come through this hook.
  app.addHook('onRequest', async (request, reply) => {
    if (api(request.raw, reply.raw)) reply.hijack()
  })
}

/**
 * A connection that is busy when the server closes would otherwise stay open until its keep-alive time is over. Node does
 * not count a connection as idle that has sent nothing yet, as browsers open them ahead. Returns whether the server
 * closes.
 */
function closeAsTheyFallIdle(app: FastifyInstance): () => boolean {
  let closing: NodeJS.Timeout | undefined
  const connections = new Set<Socket>()
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  const closeIdle = () => {
    app.server.closeIdleConnections()
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
  }
  app.addHook('preClose', async () => {
    closing = setInterval(closeIdle, 20)
  })
  app.addHook('onClose', async () => clearInterval(closing))
  return () => closing !== undefined
}
