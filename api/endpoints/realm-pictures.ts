import * as z from 'zod'
import { endpoint, file, flag } from '../contract.ts'

const picture = () => file().describe('The picture.')
const night = flag(false).describe('Whether the logo for dark themes is meant.')
const icon_url = z.string().describe('The address of the icon.')
const logo_url = z.string().describe('The address of the logo.')

export const uploadRealmIcon = endpoint({
  method: 'POST',
  path: '/realm/icon',
  id: 'upload-realm-icon',
  group: 'Organization',
  summary: 'Upload the icon of the organization',
  description: 'Replaces the icon of the organization by an uploaded picture. Only administrators can.',
  auth: 'administrator',
  params: { file: picture() },
  result: { icon_url },
  errors: ['BAD_IMAGE'],
  emits: ['realm'],
})

export const deleteRealmIcon = endpoint({
  method: 'DELETE',
  path: '/realm/icon',
  id: 'delete-realm-icon',
  group: 'Organization',
  summary: 'Go back to the default icon',
  description: 'Removes the uploaded icon of the organization. Only administrators can.',
  auth: 'administrator',
  params: {},
  result: { icon_url },
  errors: [],
  emits: ['realm'],
})

export const getRealmIcon = endpoint({
  method: 'GET',
  path: '/realm/icon',
  id: 'get-realm-icon',
  group: 'Organization',
  summary: 'Get the address of the icon',
  description: 'Returns the address of the icon of the organization.',
  auth: 'user',
  params: {},
  result: { icon_url },
  errors: [],
})

export const uploadRealmLogo = endpoint({
  method: 'POST',
  path: '/realm/logo',
  id: 'upload-realm-logo',
  group: 'Organization',
  summary: 'Upload a logo of the organization',
  description: 'Replaces the logo for light or dark screens by an uploaded picture. Only administrators can.',
  auth: 'administrator',
  params: { file: picture(), night },
  result: { logo_url },
  errors: ['BAD_IMAGE'],
  emits: ['realm'],
})

export const deleteRealmLogo = endpoint({
  method: 'DELETE',
  path: '/realm/logo',
  id: 'delete-realm-logo',
  group: 'Organization',
  summary: 'Go back to the default logo',
  description: 'Removes an uploaded logo of the organization. Only administrators can.',
  auth: 'administrator',
  params: { night },
  result: { logo_url },
  errors: [],
  emits: ['realm'],
})

export const getRealmLogo = endpoint({
  method: 'GET',
  path: '/realm/logo',
  id: 'get-realm-logo',
  group: 'Organization',
  summary: 'Get the address of a logo',
  description: 'Returns the address of a logo of the organization.',
  auth: 'user',
  params: { night },
  result: { logo_url },
  errors: [],
})
