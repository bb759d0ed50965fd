import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../api/errors.ts'
import type { Context } from '../../context.ts'
import type { CallerKey, Db } from '../../db/database.ts'
import type { ByteRange } from '../../files/file-store.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import type { User } from '../../realm-state/user.ts'
import { RateLimitError } from '../limits/rate-limit-error.ts'
import type { Usage } from '../limits/rate-window.ts'
import { explainRefusal, identify } from '../request/authentication.ts'
import { browserOf } from '../request/browser-session.ts'
import { limitKey } from '../request/client-address.ts'
import { authorizationOf } from '../request/key-in-query.ts'
import { hostOf } from '../request/request-host.ts'
import type { Kernel } from '../serve.ts'

export interface FileCall {
  readonly ctx: Context
  /** For the reads of this request. They wait for the viewer's turn, and end when the client hangs up. */
  readonly db: Db
  readonly realm: RealmState
  /** Null without credentials, or if they are ignored. */
  readonly viewer: User | null
  readonly params: Readonly<Record<string, string>>
  /** Identifies who asks, for limits. */
  readonly caller: CallerKey
  /** The header Range, for files of other sites. */
  readonly range: string | undefined
  /** Refuses visitors without an account who together read a file too often. */
  readonly countVisit: (file: string) => void
  /** Refuses a reader who asks for too many files of other sites. */
  readonly countForeign: () => void
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal
}

/** A file, or a redirect to one. */
export type FileAnswer =
  | { readonly redirect: string }
  | { readonly type: string; readonly size: number; readonly content: Buffer | Readable }
  | PrivateFile
  | ForeignFile

/** A file of another site, which is passed on as it arrives. */
export interface ForeignFile {
  readonly status: number
  readonly type: string
  /** Its length and range, as far as they are known. */
  readonly headers: Readonly<Record<string, string>>
  readonly stream: Readable
}

/** A file that not everybody may read. Parts of it can be requested. */
export interface PrivateFile {
  readonly type: string
  readonly size: number
  /** The value of Content-Disposition. */
  readonly disposition: string
  /** Null when the file has gone meanwhile. */
  open(range?: ByteRange): Promise<Readable | null>
}

/** A GET page that does not return JSON. It has only the parameters of its path, and the API key. */
export interface FilePage {
  /** It has `{name}` for each parameter. */
  readonly path: string
  /**
   * With `none`, credentials are ignored. With `optional`, they are the header, or the key alone in the parameter
   * `api_key`.
   */
  readonly auth: 'none' | 'optional'
  /** Null if the file does not exist. */
  readonly answer: (call: FileCall) => FileAnswer | null | Promise<FileAnswer | null>
}

/** The browser of the reader may keep the file for an hour. Shared caches may not. */
const FOR_READER = 'private, max-age=3600'

/** What another site has at an address may change. */
const FOR_A_DAY = 'public, max-age=86400'

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
      const address = kernel.addressOf(request.raw)
      const caller = viewer?.id ?? limitKey(address.ip)
      const statements = ctx.database.caller(caller)
      const gone = new AbortController()
      reply.raw.once('close', () => {
        statements.hangUp()
        gone.abort()
      })
      const { range } = request.headers
      const countVisit = (file: string) => refuseExceeded(kernel.limits.countFileVisitor(file, address))
      const countForeign = () => refuseExceeded(kernel.limits.countForeignFile(address))
      const counts = { countVisit, countForeign }
      const { signal } = gone
      const found = await answer({ ctx, db: statements.db, realm, viewer, params, caller, range, ...counts, signal })
      if (!found) throw notFound()
      if ('redirect' in found) return reply.redirect(found.redirect, 302)
      if ('open' in found) return sendPrivate(request, reply, found)
      if ('stream' in found) return sendForeign(request, reply, found)
      return reply
        .type(found.type)
        .headers({ 'Content-Length': found.size, 'Cache-Control': FOR_EVER, 'Content-Security-Policy': POLICY })
        .removeHeader('Vary')
        .send(found.content)
    })
  }
}

const notFound = () => new ApiError('BAD_REQUEST', 'Not Found', { status: 404 })

function sendForeign(request: FastifyRequest, reply: FastifyReply, file: ForeignFile): FastifyReply {
  reply
    .code(file.status)
    .type(file.type)
    .headers({ ...file.headers, 'Cache-Control': FOR_A_DAY, 'Content-Security-Policy': POLICY })
    .removeHeader('Vary')
  if (request.method !== 'HEAD') return reply.send(file.stream)
  file.stream.destroy()
  return reply.send(Readable.from([]))
}

/** Answers one range, which is all that players of audio and video ask for. */
async function sendPrivate(request: FastifyRequest, reply: FastifyReply, file: PrivateFile): Promise<FastifyReply> {
  reply.headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': FOR_READER,
    'Content-Disposition': file.disposition,
    'Content-Security-Policy': POLICY,
  })
  const range = readRange(request.headers.range, file.size)
  if (range === 'outside')
    return reply
      .code(416)
      .header('Content-Range', `bytes */${file.size}`)
      .send({ result: 'error', msg: 'Range Not Satisfiable', code: 'BAD_REQUEST' })
  const length = range ? range.end - range.start + 1 : file.size
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.type(file.type).header('Content-Length', length)
  // Without a body the framework would say that the length is 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const content = await file.open(range)
  if (!content) throw notFound()
  return reply.send(content)
}

/** Undefined for no range, and for a form that we do not know: then the whole file is the answer. */
export function readRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const [start, end] =
    first === ''
      ? [Math.max(0, size - Number(last)), size - 1]
      : [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  return start > end || start >= size ? 'outside' : { start, end }
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
    // Pages that load pictures cannot set a header.
    const authorization = authorizationOf(ctx, realm, raw, { keyInQuery: true })
    // Pictures in a page come with the cookie of the browser.
    const browser = authorization === undefined && realm ? browserOf(ctx, realm, raw) : null
    return identify(ctx, realm, { auth }, { authorization, browser, client: '', address: '' })
  } catch (error) {
    throw await explainRefusal(ctx, error)
  }
}

function refuseExceeded(usage: Usage | null): void {
  if (usage?.isExceeded) throw new RateLimitError(usage)
}
