import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ALWAYS, answerMethods } from '../answer/answer.ts'
import { addApiPage } from '../api-page/add-api-page.ts'
import { tokenCheck } from '../request/bearer-token.ts'
import type { ClientAddress } from '../request/client-address.ts'
import { isLocalCaller } from '../request/local-caller.ts'
import { allowing } from '../request/methods.ts'
import { hostOf } from '../request/request-host.ts'
import { HOME_POLICY, homePage } from './home-page.ts'

type AddressOf = (request: FastifyReply['request']['raw']) => ClientAddress

const METRICS_REFUSED = { result: 'error', msg: 'Access denied', code: 'BAD_REQUEST' }

const PAGE_METHODS = allowing(['GET'])

/** What every page has in common with the operations: the headers, and that it says which methods it has. */
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

/** Everything that is not an operation of the contract. */
export function addPages(app: FastifyInstance, ctx: Context, addressOf: AddressOf): void {
  actAsOperations(app)

  const find = async ({ raw }: FastifyRequest) => {
    const realm = await ctx.realms.forHost(hostOf(raw))
    return { realm, url: realm ? ctx.addressOf(realm) : ctx.config.url }
  }

  addApiPage(app, async (request) => (await find(request)).url)

  app.get('/', async (request, reply) => {
    const { realm, url } = await find(request)
    return reply
      .code(realm ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', HOME_POLICY)
      .send(homePage(realm?.name ?? null, url))
  })

  app.get('/health', async (_request, reply) => {
    const ready = ctx.isReady()
    return reply.code(ready ? 200 : 503).send({ live: true, ready })
  })

  // Counts tell an outsider how busy the place is; a collector elsewhere has a token.
  const hasToken = tokenCheck(ctx.config.metricsToken)
  app.get('/metrics', async (request, reply) => {
    const { raw } = request
    if (!hasToken(raw) && !isLocalCaller(raw, addressOf(raw))) return reply.code(403).send(METRICS_REFUSED)
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.registry.metrics())
  })
}
