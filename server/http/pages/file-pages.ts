import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../api/errors.ts'
import type { Context } from '../../context.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import type { User } from '../../realm-state/user.ts'
import { RateLimitError } from '../limits/rate-limit-error.ts'
import type { Usage } from '../limits/rate-window.ts'
import { explainRefusal, identify } from '../request/authentication.ts'
import { readQuery } from '../request/read-params.ts'
import { hostOf } from '../request/request-host.ts'
import type { Kernel } from '../serve.ts'

export interface FileCall {
  readonly ctx: Context
  readonly realm: RealmState
  /** Null without credentials, or if they are ignored. */
  readonly viewer: User | null
  readonly params: Readonly<Record<string, string>>
}

/** A file, or a redirect to one. */
export type FileAnswer =
  | { readonly redirect: string }
  | { readonly type: string; readonly size: number; readonly content: Buffer | Readable }

/** A GET page that does not return JSON. It has only the parameters of its path, and the API key. */
export interface FilePage {
  /** With `{name}` for each parameter. */
  readonly path: string
  /**
   * With `none`, credentials are ignored. With `optional`, they are the header, or the key alone in the parameter
   * `api_key`.
   */
  readonly auth: 'none' | 'optional'
  /** Null if the file does not exist. */
  readonly answer: (call: FileCall) => FileAnswer | null | Promise<FileAnswer | null>
}

/** The file at an address never changes, because every file has its own address. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Whatever type a browser assumes, nothing in the file may run or load anything. */
const POLICY = "default-src 'none'; sandbox"

export function addFilePages(app: FastifyInstance, kernel: Kernel, pages: readonly FilePage[]): void {
  for (const { path, auth, answer } of pages) {
    app.get(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
      const { ctx } = kernel
      const { realm, viewer } = await findViewer(kernel, request.raw, auth)
      const params = request.params as FileCall['params']
      const found = await answer({ ctx, realm, viewer, params })
      if (!found) throw new ApiError('BAD_REQUEST', 'Not Found', { status: 404 })
      if ('redirect' in found) return reply.redirect(found.redirect, 302)
      return reply
        .type(found.type)
        .headers({ 'Content-Length': found.size, 'Cache-Control': FOR_EVER, 'Content-Security-Policy': POLICY })
        .removeHeader('Vary')
        .send(found.content)
    })
  }
}

/** Requests with valid credentials are not counted here. Requests with wrong credentials or none are. */
async function findViewer(
  { ctx, limits, addressOf }: Kernel,
  raw: IncomingMessage,
  auth: FilePage['auth'],
): Promise<{ realm: RealmState; viewer: User | null }> {
  const asked = await ctx.realms.forHost(hostOf(raw))
  const countVisitor = () => refuseExceeded(limits.countVisitor(addressOf(raw), 1))
  const found = await identifyCaller(ctx, asked, raw, auth).catch((error) => {
    countVisitor()
    throw error
  })
  if (!found.user && auth !== 'none') countVisitor()
  return { realm: found.realm as RealmState, viewer: found.user }
}

async function identifyCaller(ctx: Context, realm: RealmState | null, raw: IncomingMessage, auth: FilePage['auth']) {
  try {
    const authorization = authorizationOf(ctx, realm, raw)
    return identify(ctx, realm, { auth }, { authorization, client: '', address: '' })
  } catch (error) {
    throw await explainRefusal(ctx, error)
  }
}

function refuseExceeded(usage: Usage | null): void {
  if (usage?.isExceeded) throw new RateLimitError(usage)
}

/** Turns the `api_key` parameter into the header of its account. Pages that load pictures cannot set a header. */
function authorizationOf(ctx: Context, realm: RealmState | null, raw: IncomingMessage): string | undefined {
  const { authorization } = raw.headers
  const key = readQuery(raw.url ?? '').get('api_key')
  if (authorization !== undefined || typeof key !== 'string') return authorization
  const hash = ctx.secret.hashKey(key)
  return `Basic ${Buffer.from(`${emailOfKey(realm, hash)}:${key}`).toString('base64')}`
}

function emailOfKey(realm: RealmState | null, hash: string): string {
  for (const { apiKeyHash, apiEmail } of realm?.users.values() ?? []) if (apiKeyHash === hash) return apiEmail
  return ''
}
