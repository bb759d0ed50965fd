import { badRequest } from '../../../api/errors.ts'
import { showsNothing } from '../base/visible-text.ts'

export const MAX_CHANNEL_NAME_LENGTH = 60
export const MAX_FOLDER_NAME_LENGTH = 60
/** Descriptions of channels, folders and groups have at most this length. */
export const MAX_DESCRIPTION_LENGTH = 1024

/** Control characters, unassigned code points and lone surrogates, which cannot be seen or typed. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Cn}]/u

export const positionOfInvisible = (text: string): number => {
  const index = [...text].findIndex((character) => INVISIBLE.test(character))
  return index + 1
}

export function checkChannelName(text: string): string {
  const name = text.trim()
  if (showsNothing(name)) throw badRequest("Channel name can't be empty.")
  if ([...name].length > MAX_CHANNEL_NAME_LENGTH)
    throw badRequest(`Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`)
  const position = positionOfInvisible(name)
  if (position > 0) throw badRequest(`Invalid character in channel name, at position ${position}.`)
  return name
}

/** `parameter` is its place in the request. */
export function checkDescription(text: string, parameter = 'description'): string {
  const description = text.trim().replace(/\r\n?|\n/g, ' ')
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`${parameter} is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`)
  return description
}
