import { badRequest } from '../../../../api/errors.ts'
import { API_PREFIX, BROWSER_PREFIX } from '../../../../api/prefix.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { addressOfAttachment } from '../../../kernel/attachments/present.ts'
import { loadAttachment } from '../../../kernel/attachments/queries.ts'
import { seconds } from '../../../kernel/base/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import { isFileToken } from '../../../kernel/files/file-name.ts'
import type { StreamAnswer, StreamCall, StreamPage } from '../../../kernel/http/pages/stream-pages.ts'
import { MIB } from '../upload-limits.ts'
import { createUpload } from './create-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { deleteResumable, loadResumable, type ResumableRow } from './queries.ts'
import { receivePieces } from './receive-pieces.ts'
import * as tus from './tus.ts'

/** Programs show their key. The web app has the cookie of its browser. */
const DOORS = [
  ['key', `${API_PREFIX}/tus`],
  ['session', `${BROWSER_PREFIX}/tus`],
] as const
const MAX_FILE_NAME_LENGTH = 1_000
const DEFAULT_NAME = 'uploaded-file'

const createAt =
  (path: string) =>
  async (call: StreamCall): Promise<StreamAnswer> => {
    const { ctx, header } = call
    const { actor } = await call.caller()
    const { maxFileUploadSizeMib: mostMib, uploadQuotaMib: quotaMib } = ctx.config
    const size = tus.readCount('Upload-Length', header('upload-length'))
    if (size > mostMib * MIB) throw tus.tooMuch(`Uploaded file is larger than the allowed limit of ${mostMib} MiB`)
    const filename = tus.readMetadata(header('upload-metadata')).get('filename') || DEFAULT_NAME
    if (filename.length > MAX_FILE_NAME_LENGTH) throw badRequest('The name of the file is too long')
    const upload = await ctx.transactAs(actor, [], (tx) => createUpload(tx, { filename, size, quotaMib }))
    const headers = { Location: `${ctx.addressOf(actor.realm)}${path}/${upload.token}`, ...expiryOf(upload) }
    // An empty file is complete before its first byte.
    return size === 0
      ? tus.answerOf(201, headers, await finished(ctx, actor, upload))
      : tus.answerOf(201, { ...headers, 'Upload-Offset': '0' })
  }

/** The caller's own upload. Those of others do not exist. */
async function find(call: StreamCall): Promise<{ readonly actor: Actor; readonly upload: ResumableRow }> {
  const { actor, db } = await call.caller()
  const token = call.params['token'] ?? ''
  const upload = isFileToken(token) && (await loadResumable(db, actor.realm.id, token, seconds(call.ctx.clock)))
  if (!upload || upload.owner_id !== actor.user.id) throw tus.notFound()
  return { actor, upload }
}

async function head(call: StreamCall): Promise<StreamAnswer> {
  const { upload } = await find(call)
  const sizes = { 'Upload-Offset': `${upload.received}`, 'Upload-Length': `${upload.size}` }
  return tus.answerOf(200, { ...sizes, ...expiryOf(upload), 'Cache-Control': 'no-store' })
}

async function patch(call: StreamCall): Promise<StreamAnswer> {
  const { ctx, header, body } = call
  if (header('content-type') !== tus.BYTES) throw tus.wrongType()
  const { actor, upload } = await find(call)
  const offset = tus.readCount('Upload-Offset', header('upload-offset'))
  if (offset !== upload.received) throw tus.wrongOffset()
  const length = header('content-length')
  if (length !== undefined && offset + Number(length) > upload.size)
    throw tus.tooMuch('The body is longer than the upload')
  const stored = { db: ctx.database.db, files: ctx.files }
  const received = await receivePieces(stored, upload, body)
  if (received === null) throw tus.wrongOffset()
  const headers = { 'Upload-Offset': `${received}`, ...expiryOf(upload) }
  if (received < upload.size) return tus.answerOf(204, headers)
  const complete = await loadResumable(ctx.database.db, actor.realm.id, upload.token, seconds(ctx.clock))
  if (!complete) throw tus.notFound()
  return tus.answerOf(200, headers, await finished(ctx, actor, complete))
}

/** The answer to the request that completes an upload, also if it is repeated because the first answer was lost. */
async function finished(ctx: Context, actor: Actor, upload: ResumableRow): Promise<object> {
  const row =
    upload.attachment_id === null
      ? await finishUpload(ctx, actor, upload)
      : await loadAttachment(ctx.database.db, actor.realm.id, upload.attachment_id)
  if (!row) throw tus.notFound()
  return { result: 'success', msg: '', url: addressOfAttachment(row), filename: upload.filename }
}

async function terminate(call: StreamCall): Promise<StreamAnswer> {
  const { actor, upload } = await find(call)
  const { files, database } = call.ctx
  await files.discard(await deleteResumable(database.db, actor.realm.id, upload.token))
  return tus.answerOf(204)
}

const expiryOf = ({ expires_at: time }: ResumableRow) => ({ 'Upload-Expires': new Date(time * 1000).toUTCString() })

/** What the server supports. Anybody may ask. */
const options = ({ ctx }: StreamCall): StreamAnswer =>
  tus.answerOf(204, {
    'Tus-Version': tus.VERSION,
    'Tus-Extension': tus.EXTENSIONS,
    'Tus-Max-Size': `${ctx.config.maxFileUploadSizeMib * MIB}`,
  })

type Handler = (call: StreamCall) => Promise<StreamAnswer>

/** Clients behind proxies that know only GET and POST name the method in a header. */
const page = (door: StreamPage['door'], path: string, handlers: Readonly<Record<string, Handler>>): StreamPage => ({
  path,
  door,
  methods: ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
  refuse: tus.refusalOf,
  async answer(call) {
    const method = (call.method === 'POST' && call.header('x-http-method-override')) || call.method
    if (method === 'OPTIONS') return options(call)
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (!handler) return tus.answerOf(405, { Allow: [...Object.keys(handlers), 'OPTIONS'].join(', ') })
    if (call.header('tus-resumable') !== tus.VERSION) throw tus.wrongVersion()
    return handler(call)
  },
})

/** Uploads that can be resumed, by the tus protocol. */
export const resumableUploadPages: readonly StreamPage[] = DOORS.flatMap(([door, path]) => [
  page(door, path, { POST: createAt(path) }),
  // Clients of this API family write the address with a slash.
  page(door, `${path}/`, { POST: createAt(path) }),
  page(door, `${path}/{token}`, { HEAD: head, PATCH: patch, DELETE: terminate }),
])
