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
  group: 'Uploads',
  summary: 'Upload a file',
  description: 'Stores a file. Only the caller can read it until a message links to it.',
  auth: 'user',
  params: { filename: file().describe('The file. The field may have any name.') },
  result: {
    uri: z.string().describe('The same as `url`, for older clients.'),
    url: z.string().describe('The address of the file, without the host. A message shares it by linking to it.'),
    filename: z.string().describe('The name of the file as it was uploaded.'),
  },
  errors: ['REALM_UPLOAD_QUOTA'],
  badRequests: ['The form has no file, or several.', 'The file is larger than `max_file_upload_size_mib`.'],
  emits: ['attachment'],
})

export const getFileTemporaryUrl = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  takesRestOfPath: true,
  id: 'get-file-temporary-url',
  group: 'Uploads',
  summary: 'Get a temporary address of a file',
  description: 'Returns an address at which a file that the caller can read is found without credentials.',
  auth: 'user',
  params: filePath,
  result: { url: z.string().describe('An address that needs no credentials and is valid for 60 seconds.') },
  errors: [],
  badRequests: ['The file does not exist, or the caller cannot read it (404).'],
})

export const checkThumbnailStatus = endpoint({
  method: 'GET',
  path: '/thumbnail/status/{realm_id_str}/{filename}',
  takesRestOfPath: true,
  id: 'check-thumbnail-status',
  group: 'Uploads',
  summary: 'Ask whether a picture has a thumbnail',
  description: 'Says whether a file that the caller can read has a small picture.',
  auth: 'user',
  params: filePath,
  result: { has_thumbnail: z.boolean().describe('Whether the file is a picture with a thumbnail.') },
  errors: [],
  badRequests: ['The file does not exist, or the caller cannot read it (404).'],
})

export const getAttachments = endpoint({
  method: 'GET',
  path: '/attachments',
  id: 'get-attachments',
  group: 'Uploads',
  summary: 'List your uploaded files',
  description: 'Lists the files that the caller uploaded, with the messages that link to them.',
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
  group: 'Uploads',
  summary: 'Delete one of your uploaded files',
  description: 'Deletes a file that the caller uploaded. Messages keep their links to it, which stop working.',
  auth: 'user',
  params: { attachment_id: json(z.int()).describe('The id of the attachment.') },
  result: {},
  errors: [],
  badRequests: ['The file does not exist, or somebody else uploaded it.'],
  emits: ['attachment'],
})
