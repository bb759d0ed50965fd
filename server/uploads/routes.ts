import {
  checkThumbnailStatus,
  getAttachments,
  getFileTemporaryUrl,
  removeAttachment as removeAttachmentEndpoint,
  uploadFile,
} from '../../api/endpoints/uploads.ts'
import { ApiError, badRequest } from '../../api/errors.ts'
import type { Actor, Visitor } from '../actor.ts'
import { seconds } from '../base/clock.ts'
import { splitFileName } from '../files/file-name.ts'
import { route } from '../http/route.ts'
import { uploadRoute } from '../http/upload-route.ts'
import { findFile } from './access.ts'
import { addAttachment } from './add-attachment.ts'
import { examine } from './attachment-files.ts'
import { safeName } from './file-path.ts'
import { addressOfAttachment, presentAttachment } from './present.ts'
import { type AttachmentRow, listAttachments, spaceUsed } from './queries.ts'
import { removeAttachment } from './remove-attachment.ts'
import { temporaryUrl } from './temporary-url.ts'
import { MAX_FILE_UPLOAD_SIZE_MIB, MOST_LISTED } from './upload-limits.ts'

const UPLOAD_RULES = {
  mostBytes: MAX_FILE_UPLOAD_SIZE_MIB * 1_048_576,
  tooLarge: () => badRequest(`Uploaded file is larger than the allowed limit of ${MAX_FILE_UPLOAD_SIZE_MIB} MiB`),
  missing: () => badRequest('You must specify a file to upload'),
  several: () => badRequest('You may only upload one file at a time'),
}

async function requireFile(
  db: Parameters<typeof findFile>[0],
  viewer: Actor | Visitor,
  { realm_id_str: realm, filename }: { readonly realm_id_str: number; readonly filename: string },
): Promise<AttachmentRow> {
  const file = await findFile(db, viewer, `${realm}/${filename}`)
  if (!file) throw new ApiError('BAD_REQUEST', 'File not found', { status: 404 })
  return file
}

export const uploadRoutes = {
  uploadFile: uploadRoute(uploadFile, UPLOAD_RULES, async (call) => {
    const { ctx, actor, file } = call
    const token = splitFileName(file.name).file
    const name = safeName(file.filename)
    const examined = await examine(ctx.files, { realm_id: actor.realm.id, token }, file, name)
    const quotaMib = ctx.config.uploadQuotaMib
    const row = await call
      .transact((tx) => addAttachment(tx, { token, name, file, examined, quotaMib }))
      .catch(async (error) => {
        await ctx.files.discard(examined.thumbnails.map((one) => one.name))
        throw error
      })
    const url = addressOfAttachment(row)
    return { uri: url, url, filename: file.filename }
  }),

  getFileTemporaryUrl: route(getFileTemporaryUrl, async ({ ctx, db, actor, params }) => {
    const file = await requireFile(db, actor, params)
    return { url: temporaryUrl(ctx.secret, actor.user.id, file, seconds(ctx.clock)) }
  }),

  checkThumbnailStatus: route(checkThumbnailStatus, async ({ db, actor, params }) => {
    const { width } = await requireFile(db, actor, params)
    return { has_thumbnail: width !== null }
  }),

  getAttachments: route(getAttachments, async ({ db, actor: { realm, user } }) => ({
    attachments: (await listAttachments(db, realm.id, user.id, MOST_LISTED)).map(presentAttachment),
    upload_space_used: await spaceUsed(db, realm.id),
  })),

  removeAttachment: route(removeAttachmentEndpoint, async (call) => {
    const released = await call.transact((tx) => removeAttachment(tx, call.params.attachment_id))
    await call.ctx.files.discard(released)
    return {}
  }),
}
