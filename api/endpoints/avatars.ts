import * as z from 'zod'
import { endpoint, file } from '../contract.ts'

const avatar_url = z.string().describe('The address of the picture.')

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  id: 'upload-avatar',
  group: 'Uploads',
  summary: 'Upload a picture of yourself',
  description: 'Replaces the picture of the caller. Where changes of pictures are disabled, only administrators can.',
  auth: 'user',
  params: { file: file().describe('The picture: PNG, JPEG, GIF, WebP, AVIF, TIFF or HEIC.') },
  result: { avatar_url },
  errors: ['BAD_IMAGE'],
  badRequests: ['The form has no file, or several.', 'The file is larger than `max_avatar_file_size_mib`.'],
  emits: ['realm_user'],
})

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  id: 'delete-avatar',
  group: 'Uploads',
  summary: 'Remove your picture',
  description:
    'Goes back to the picture that everybody starts with. Where changes of pictures are disabled, only administrators can.',
  auth: 'user',
  params: {},
  result: { avatar_url },
  errors: [],
  emits: ['realm_user'],
})
