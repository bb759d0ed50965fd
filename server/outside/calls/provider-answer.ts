import { badRequest } from '../../../api/errors.ts'

/** The largest part of a name that providers accept. */
const MAX_MEETING_NAME_LENGTH = 255

export const shortName = (name: string): string => [...name.toWellFormed()].slice(0, MAX_MEETING_NAME_LENGTH).join('')

export const notConfigured = (provider: string) => badRequest(`${provider} credentials have not been configured`)

export const failedToCreate = (provider: string) => badRequest(`Failed to create ${provider} call`)

export const noConnection = (provider: string, reason: string) =>
  badRequest(`Error connecting to the ${provider} server: ${reason}`)
