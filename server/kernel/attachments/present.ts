import type { Attachment } from '../../../api/objects/attachment.ts'
import { pathId, safeName } from './file-path.ts'
import type { AttachmentRow, LinkedAttachment } from './queries.ts'

export const pathOfAttachment = ({ realm_id: realmId, token, name }: AttachmentRow): string =>
  pathId({ realmId, token, name: safeName(name) })

/** Its address, without the host. */
export const addressOfAttachment = (row: AttachmentRow): string => `/user_uploads/${pathOfAttachment(row)}`

export const presentAttachment = (row: LinkedAttachment): Attachment => ({
  id: row.id,
  name: row.name,
  path_id: pathOfAttachment(row),
  size: row.size,
  create_time: row.created_at,
  message_ids: row.message_ids,
})
