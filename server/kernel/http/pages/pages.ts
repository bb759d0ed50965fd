import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ALWAYS, answerMethods } from '../answer/answer.ts'
import { addApiPage } from '../api-page/add-api-page.ts'
import { tokenCheck } from '../request/bearer-token.ts'
import { isLocalCaller } from '../request/local-caller.ts'
import { allowing } from '../request/methods.ts'
import { hostOf } from '../request/request-host.ts'
import type { Kernel } from '../serve.ts'
import { addWebApp } from '../web-app/add-web-app.ts'

const METRICS_REFUSED = { result: 'error', msg: 'Access denied', code: 'BAD_REQUEST' }

const PAGE_METHODS = allowing(['GET'])

/** Adds to pages the same headers and the same handling of methods as operations. */
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
export function addPages(app: FastifyInstance, kernel: Kernel): void {
  const { ctx, addressOf } = kernel
  actAsOperations(app)
  addWebApp(app, kernel)

  addApiPage(app, async ({ raw }: FastifyRequest) => {
    const realm = await ctx.realms.forHost(hostOf(raw))
    return realm ? ctx.addressOf(realm) : ctx.config.url
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
