import { type FastifyInstance, fastify } from 'fastify'
import { API_PREFIX } from '../../../api/prefix.ts'

/** Everything comes from this server. The page works without the internet and cannot connect to it. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ')

/** The viewer is three megabytes of script, so it is loaded on first use and not at every start. */
async function createPage(): Promise<FastifyInstance> {
  const { default: viewer } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  page.addHook('onSend', async (_request, reply) => {
    reply.header('Content-Security-Policy', POLICY).header('X-Content-Type-Options', 'nosniff')
  })
  await page.register(viewer, {
    routePrefix: '/api',
    configuration: {
      url: `${API_PREFIX}/openapi.json`,
      pageTitle: 'Parley API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // Switch off everything that would send data to an external service.
      showDeveloperTools: 'never',
      mcp: { disabled: true },
      agent: { disabled: true },
    },
  })
  await page.ready()
  return page
}

export function addApiPage(app: FastifyInstance): void {
  let page: Promise<FastifyInstance> | undefined
  for (const url of ['/api', '/api/', '/api/js/scalar.js']) {
    app.get(url, async (request, reply) => {
      page ??= createPage()
      const inner = await page
      reply.hijack()
      inner.routing(request.raw, reply.raw)
    })
  }
}
