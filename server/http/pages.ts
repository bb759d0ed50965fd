import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createOpenApi } from '../../api/openapi.ts'
import { API_PREFIX } from '../../api/prefix.ts'
import packageInfo from '../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { getOrMake } from '../get-or-make.ts'
import { addApiPage } from './api-page.ts'
import type { ClientAddress } from './client-address.ts'
import { HOME_POLICY, homePage } from './home-page.ts'

type AddressOf = (request: FastifyReply['request']['raw']) => ClientAddress

const METRICS_REFUSED = { result: 'error', msg: 'Access denied', code: 'BAD_REQUEST' }

const noStore = (reply: FastifyReply): FastifyReply => reply.header('Cache-Control', 'no-store')

/** Everything that is not an operation of the contract. */
export function addPages(app: FastifyInstance, ctx: Context, addressOf: AddressOf): void {
  addApiPage(app)

  const find = async ({ headers: { host } }: FastifyRequest) => {
    const realm = await ctx.realms.forHost(host)
    return { realm, url: realm ? ctx.addressOf(realm) : ctx.config.url }
  }

  const documents = new Map<string, string>()
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    const { url } = await find(request)
    const write = () => JSON.stringify(createOpenApi({ version: packageInfo.version, url }))
    return noStore(reply)
      .type('application/json')
      .send(getOrMake(documents, url, write))
  })

  app.get('/', async (request, reply) => {
    const { realm, url } = await find(request)
    return noStore(reply)
      .code(realm ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', HOME_POLICY)
      .send(homePage(realm?.name ?? null, url))
  })

  app.get('/health', async (_request, reply) => {
    const ready = ctx.isReady()
    return noStore(reply)
      .code(ready ? 200 : 503)
      .send({ live: true, ready })
  })

  // Counts tell an outsider how busy the place is; a collector elsewhere goes through the operator's proxy.
  app.get('/metrics', async (request, reply) => {
    if (!addressOf(request.raw).isLoopback) return reply.code(403).send(METRICS_REFUSED)
    return noStore(reply)
      .type(ctx.metrics.registry.contentType)
      .send(await ctx.metrics.registry.metrics())
  })
}
