import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../api/errors.ts'
import { API_PREFIX } from '../../../../api/prefix.ts'
import packageInfo from '../../../../package.json' with { type: 'json' }
import { type Asset, createAsset, FOR_EVER, REVALIDATED, sendAsset } from '../answer/asset.ts'
import { makeInThread } from './make-in-thread.ts'

/** The page loads its stylesheet and nothing else. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** It stands for the address of an organization, which the document names. */
const ADDRESS = 'https://address.invalid'

/** The documents of this number of addresses are kept; each is some 100 kB. */
const MAX_CACHED_ADDRESSES = 50

interface Pages {
  readonly html: Asset
  readonly css: Asset
  readonly cssName: string
  readonly openapi: string
}

async function makePages(): Promise<Pages> {
  const { html, css, cssName, openapi } = await makeInThread(packageInfo.version, ADDRESS)
  return {
    html: await createAsset('text/html; charset=utf-8', html),
    css: await createAsset('text/css; charset=utf-8', css),
    cssName,
    openapi,
  }
}

/** The page at /api/, its stylesheet, and the OpenAPI document. They are made when somebody first asks for one. */
export function addApiPage(app: FastifyInstance, addressOf: (request: FastifyRequest) => Promise<string>): void {
  let made: Promise<Pages> | undefined
  const pages = () => {
    made ??= makePages().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }

  app.get('/api', async (_request, reply) => reply.redirect('/api/', 302))

  app.get('/api/', async (request, reply) => {
    const { html } = await pages()
    return sendAsset(request, reply.header('Content-Security-Policy', POLICY), html, REVALIDATED)
  })

  app.get<{ Params: { name: string } }>('/api/assets/:name', async (request, reply) => {
    const { css, cssName } = await pages()
    if (request.params.name !== cssName) throw new ApiError('BAD_REQUEST', 'Not Found', { status: 404 })
    return sendAsset(request, reply, css, FOR_EVER)
  })

  const documents = new Map<string, Promise<Asset>>()
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    const [{ openapi }, address] = [await pages(), await addressOf(request)]
    let document = documents.get(address)
    if (!document) {
      if (documents.size >= MAX_CACHED_ADDRESSES) documents.clear()
      document = createAsset('application/json', openapi.replace(ADDRESS, JSON.stringify(address).slice(1, -1)))
      documents.set(address, document)
    }
    return sendAsset(request, reply, await document, REVALIDATED)
  })
}
