import * as z from 'zod'
import { Attachment, UploadSpaceUsed } from '../objects/attachment.ts'
import { event } from './base.ts'

export const AttachmentAdded = event('attachment', {
  op: z.literal('add').describe('A file was uploaded.'),
  attachment: Attachment.describe('The new attachment.'),
  upload_space_used: UploadSpaceUsed,
}).describe('The user uploaded a file.')

export const AttachmentUpdated = event('attachment', {
  op: z.literal('update').describe('The messages that link to a file changed.'),
  attachment: Attachment.describe('The attachment as it is now.'),
  upload_space_used: UploadSpaceUsed,
}).describe('A message links to a file of the user.')

export const AttachmentRemoved = event('attachment', {
  op: z.literal('remove').describe('A file was deleted.'),
  attachment: z
    .strictObject({ id: z.int().describe('The id of the removed attachment.') })
    .describe('Which one it was.'),
  upload_space_used: UploadSpaceUsed,
}).describe('The user deleted a file.')
