import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ALWAYS, answerMethods } from '../answer/answer.ts'
import { addApiPage } from '../api-page/add-api-page.ts'
import { tokenCheck } from '../request/bearer-token.ts'
import { browserOf } from '../request/browser-session.ts'
import { isLocalCaller } from '../request/local-caller.ts'
import { allowing } from '../request/methods.ts'
import { hostOf } from '../request/request-host.ts'
import type { Kernel } from '../serve.ts'
import { HOME_POLICY, homePage } from './home-page.ts'

const METRICS_REFUSED = { result: 'error', msg: 'Access denied', code: 'BAD_REQUEST' }

const PAGE_METHODS = allowing(['GET'])

/** Gives pages the same headers and the same handling of methods as operations. */
function actAsOperations(app: FastifyInstance): void {
  const others = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(ALWAYS)
  })
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'GET') return
    app.route({
      method: others,
      url,
      handler: (request, reply) => {
        reply.hijack()
        answerMethods(reply.raw, request.method, PAGE_METHODS)
      },
    })
  })
}

/** Adds all pages that are not operations of the contract. */
export function addPages(app: FastifyInstance, { ctx, addressOf }: Kernel): void {
  actAsOperations(app)

  const find = async ({ raw }: FastifyRequest) => {
    const realm = await ctx.realms.forHost(hostOf(raw))
    return { realm, url: realm ? ctx.addressOf(realm) : ctx.config.url }
  }

  addApiPage(app, async (request) => (await find(request)).url)

  app.get('/', async (request, reply) => {
    const { realm, url } = await find(request)
    const viewer = realm && browserOf(ctx, realm, request.raw)?.user
    return reply
      .code(realm ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', HOME_POLICY)
      .send(homePage({ organization: realm, address: url, viewer: viewer?.fullName ?? null }))
  })

  app.get('/health', async (_request, reply) => {
    const ready = ctx.isReady()
    return reply.code(ready ? 200 : 503).send({ live: true, ready })
  })

  // The metrics show how busy the server is, so they are not public. A collector on another machine needs the token.
  const hasToken = tokenCheck(ctx.config.metricsToken)
  app.get('/metrics', async (request, reply) => {
    const { raw } = request
    if (!hasToken(raw) && !isLocalCaller(raw, addressOf(raw))) return reply.code(403).send(METRICS_REFUSED)
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.registry.metrics())
  })
}
