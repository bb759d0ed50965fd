import * as z from 'zod'
import { endpoint, file, json } from '../contract.ts'
import { Attachment, UploadSpaceUsed } from '../objects/attachment.ts'

const filePath = {
  realm_id_str: json(z.int()).describe('The id of the organization, as it stands in the address of the file.'),
  filename: z.string().describe('The rest of the address of the file.'),
}

export const uploadFile = endpoint({
  method: 'POST',
  path: '/user_uploads',
  id: 'upload-file',
  summary: 'Upload a file',
  auth: 'user',
  params: { filename: file().describe('The file. The field may have any name.') },
  result: {
    uri: z.string().describe('The same as `url`, for older clients.'),
    url: z.string().describe('The address of the file, without the host. A message shares it by linking to it.'),
    filename: z.string().describe('The name of the file as it was uploaded.'),
  },
  errors: ['REALM_UPLOAD_QUOTA'],
  emits: ['attachment'],
})

export const getFileTemporaryUrl = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  takesRestOfPath: true,
  id: 'get-file-temporary-url',
  summary: 'Get a temporary address of a file',
  auth: 'user',
  params: filePath,
  result: { url: z.string().describe('An address that needs no credentials and is valid for 60 seconds.') },
  errors: [],
})

export const checkThumbnailStatus = endpoint({
  method: 'GET',
  path: '/thumbnail/status/{realm_id_str}/{filename}',
  takesRestOfPath: true,
  id: 'check-thumbnail-status',
  summary: 'Ask whether a picture has a thumbnail',
  auth: 'user',
  params: filePath,
  result: { has_thumbnail: z.boolean().describe('Whether the file is a picture with a thumbnail.') },
  errors: [],
})

export const getAttachments = endpoint({
  method: 'GET',
  path: '/attachments',
  id: 'get-attachments',
  summary: 'List your uploaded files',
  auth: 'user',
  params: {},
  result: {
    attachments: z.array(Attachment).describe('Your uploads, the oldest first.'),
    upload_space_used: UploadSpaceUsed,
  },
  errors: [],
})

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  id: 'remove-attachment',
  summary: 'Delete one of your uploaded files',
  auth: 'user',
  params: { attachment_id: json(z.int()).describe('The id of the attachment.') },
  result: {},
  errors: [],
  emits: ['attachment'],
})
