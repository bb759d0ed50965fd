import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredEncoding } from '../request/accepted-encoding.ts'

/** A document in every form that clients ask for. Pictures have only one. */
export interface Asset {
  readonly type: string
  readonly etag: string
  readonly identity: Uint8Array
  readonly gzip?: Uint8Array
  readonly br?: Uint8Array
}

/** Compresses in the threads of the runtime: the event loop is not held. */
export async function createAsset(type: string, text: string): Promise<Asset> {
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [compressed, br] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity, { params }),
  ])
  return { type, etag: etagOf(identity), identity, gzip: compressed, br }
}

export const etagOf = (content: Uint8Array): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** May be kept, but has to be asked for again: 304 is the answer while it is the same. */
export const REVALIDATED = 'no-cache'

/** The address of the file changes with its content. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, caching: string): FastifyReply {
  const { 'accept-encoding': accepted = '', 'if-none-match': known = '' } = request.headers
  reply.headers({ ETag: asset.etag, 'Cache-Control': caching, Vary: 'Accept-Encoding' })
  if (known.split(',').some((tag) => tag.trim() === asset.etag)) return reply.code(304).send()
  const encoding = preferredEncoding(String(accepted))
  const { [encoding]: compressed } = asset
  if (compressed && encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type(asset.type).send(compressed ?? asset.identity)
}
