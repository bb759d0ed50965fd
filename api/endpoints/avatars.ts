import * as z from 'zod'
import { endpoint, file } from '../contract.ts'

const avatar_url = z.string()

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  id: 'upload-avatar',
  summary: 'Upload a picture of oneself',
  auth: 'user',
  params: { file: file() },
  result: { avatar_url },
  errors: ['BAD_IMAGE'],
  emits: ['realm_user'],
})

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  id: 'delete-avatar',
  summary: 'Go back to the picture that everybody starts with',
  auth: 'user',
  params: {},
  result: { avatar_url },
  errors: [],
  emits: ['realm_user'],
})
