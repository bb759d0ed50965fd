import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../api/errors.ts'
import { FOR_EVER, REVALIDATED, sendAsset } from '../answer/asset.ts'
import { PLAIN_POLICY } from '../pages/form-pages.ts'
import { noticePage } from '../pages/notice-page.ts'
import { cookiesOf, newToken } from '../request/browser-session.ts'
import { hostOf } from '../request/request-host.ts'
import type { Kernel } from '../serve.ts'
import { builtApp } from './built-app.ts'

/**
 * No inline script, and nothing from another site. Formulas need style attributes. `parley` is the only source of HTML and
 * of addresses of workers.
 */
export const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types parley',
].join('; ')

const FILES = '/static/web'
const notFound = () => new ApiError('BAD_REQUEST', 'Not Found', { status: 404 })

/** The app and its files. The page is the same for everybody: it holds nothing about the person who asks. */
export function addWebApp(app: FastifyInstance, { ctx }: Kernel): void {
  const realmOf = ({ raw }: FastifyRequest) => ctx.realms.forHost(hostOf(raw))

  app.get('/', async (request, reply) => {
    const realm = await realmOf(request)
    reply.type('text/html; charset=utf-8')
    if (!realm || realm.isDeactivated) {
      const { status, html } = noticePage(realm)
      return reply.code(status).header('Content-Security-Policy', PLAIN_POLICY).send(html)
    }
    const { page } = await builtApp()
    // What the app sends without a session, such as a visitor's register, needs this proof too.
    const cookies = cookiesOf(ctx, realm, request.raw)
    const csrf = cookies.expectedCsrf ?? newToken()
    if (csrf !== cookies.csrf) reply.header('Set-Cookie', cookies.withCsrf(csrf))
    return reply.header('Content-Security-Policy', APP_POLICY).send(page)
  })

  app.get<{ Params: { name: string } }>(`${FILES}/:name`, async (request, reply) => {
    const { files } = await builtApp()
    const file = files.get(request.params.name)
    if (!file) throw notFound()
    return sendAsset(request, reply, file, FOR_EVER)
  })

  app.get('/favicon.ico', async (request, reply) => {
    const { files, fileOf } = await builtApp()
    const icon = files.get(fileOf('favicon.ico'))
    if (!icon) throw notFound()
    return sendAsset(request, reply, icon, REVALIDATED)
  })

  app.get('/manifest.webmanifest', async (request, reply) => {
    const realm = await realmOf(request)
    if (!realm) throw notFound()
    const { fileOf } = await builtApp()
    const icon = (name: string, sizes: string, type: string) => ({ src: `${FILES}/${fileOf(name)}`, sizes, type })
    return reply.type('application/manifest+json').send(
      JSON.stringify({
        name: realm.name,
        short_name: realm.name,
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        // The accent and the canvas of web/styles/tokens.css.
        theme_color: '#0b6a55',
        background_color: '#f3f3ef',
        icons: [
          icon('icon.svg', 'any', 'image/svg+xml'),
          icon('icon-192.png', '192x192', 'image/png'),
          icon('icon-512.png', '512x512', 'image/png'),
        ],
      }),
    )
  })
}
