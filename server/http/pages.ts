import type { FastifyInstance, FastifyReply } from 'fastify'
import { createOpenApi } from '../../api/openapi.ts'
import { API_PREFIX } from '../../api/prefix.ts'
import packageInfo from '../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { addApiPage } from './api-page.ts'
import type { ClientAddress } from './client-address.ts'
import { HOME_POLICY, homePage } from './home-page.ts'

type AddressOf = (request: FastifyReply['request']['raw']) => ClientAddress

const noStore = (reply: FastifyReply): FastifyReply => reply.header('Cache-Control', 'no-store')

/** Everything that is not an operation of the contract. */
export function addPages(app: FastifyInstance, ctx: Context, addressOf: AddressOf): void {
  addApiPage(app)

  let document: string | undefined
  app.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    document ??= JSON.stringify(createOpenApi({ version: packageInfo.version, url: ctx.config.url }))
    return noStore(reply).type('application/json').send(document)
  })

  app.get('/', async (request, reply) => {
    const realm = await ctx.realms.forHost(request.headers.host)
    return noStore(reply)
      .code(realm ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', HOME_POLICY)
      .send(homePage(realm?.name ?? null, ctx.config.url))
  })

  app.get('/health', async (_request, reply) => {
    const ready = ctx.isReady()
    return noStore(reply)
      .code(ready ? 200 : 503)
      .send({ live: true, ready })
  })

  // Counts tell an outsider how busy the place is; a collector elsewhere goes through the operator's proxy.
  app.get('/metrics', async (request, reply) => {
    if (!addressOf(request.raw).isLoopback) return reply.code(403).send({ result: 'error', msg: 'Access denied' })
    return noStore(reply)
      .type(ctx.metrics.registry.contentType)
      .send(await ctx.metrics.registry.metrics())
  })
}
