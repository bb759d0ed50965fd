import {
  checkThumbnailStatus,
  getAttachments,
  getFileTemporaryUrl,
  removeAttachment as removeAttachmentEndpoint,
  uploadFile,
} from '../../../api/endpoints/uploads.ts'
import { ApiError, badRequest } from '../../../api/errors.ts'
import type { Actor, Visitor } from '../../kernel/actor.ts'
import { addressOfAttachment, presentAttachment } from '../../kernel/attachments/present.ts'
import { type AttachmentRow, listAttachments, spaceUsed } from '../../kernel/attachments/queries.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { route } from '../../kernel/http/route.ts'
import { uploadRoute } from '../../kernel/http/upload-route.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { findFile } from './access.ts'
import { keepUpload } from './keep-upload.ts'
import { removeAttachment } from './remove-attachment.ts'
import { temporaryUrl } from './temporary-url.ts'
import { MAX_LISTED_ATTACHMENTS, MIB, tooLarge } from './upload-limits.ts'

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
  uploadFile: uploadRoute(
    uploadFile,
    ({ maxFileUploadSizeMib: most }) => ({
      mostBytes: most * MIB,
      tooLarge: () => tooLarge(most),
      missing: () => badRequest('You must specify a file to upload'),
      several: () => badRequest('You may only upload one file at a time'),
    }),
    async (call) => {
      const { ctx, actor, file } = call
      const keeper = {
        files: ctx.files,
        quotaMib: ctx.config.uploadQuotaMib,
        realmId: actor.realm.id,
        transact: <T>(work: (tx: CallTx) => Promise<T>) => call.transact(work),
      }
      const url = addressOfAttachment(await keepUpload(keeper, file, file.filename))
      return { uri: url, url, filename: file.filename }
    },
  ),

  getFileTemporaryUrl: route(getFileTemporaryUrl, async ({ ctx, db, actor, params }) => {
    const file = await requireFile(db, actor, params)
    return { url: temporaryUrl(ctx.secret, actor.user.id, file, seconds(ctx.clock)) }
  }),

  checkThumbnailStatus: route(checkThumbnailStatus, async ({ db, actor, params }) => {
    const { width } = await requireFile(db, actor, params)
    return { has_thumbnail: width !== null }
  }),

  getAttachments: route(getAttachments, async ({ db, actor: { realm, user } }) => ({
    attachments: (await listAttachments(db, realm.id, user.id, MAX_LISTED_ATTACHMENTS)).map(presentAttachment),
    upload_space_used: await spaceUsed(db, realm.id),
  })),

  removeAttachment: route(removeAttachmentEndpoint, async (call) => {
    const released = await call.transact((tx) => removeAttachment(tx, call.params.attachment_id))
    await call.ctx.files.discard(released)
    return {}
  }),
}
