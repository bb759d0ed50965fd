import * as z from 'zod'

export const Attachment = z.strictObject({
  id: z.int().describe('The id of the attachment.'),
  name: z.string().describe('The name of the file.'),
  path_id: z.string().describe('The path of the file. Its address is `/user_uploads/` and this path.'),
  size: z.int().describe('The size in bytes.'),
  create_time: z.int().describe('When it was uploaded, in UNIX seconds.'),
  message_ids: z.array(z.int()).describe('The ids of all messages that link to it, in ascending order.'),
})
export type Attachment = z.infer<typeof Attachment>

export const UploadSpaceUsed = z.int().describe('The bytes that all uploads of the organization take together.')
