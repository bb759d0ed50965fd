import { badRequest } from '../../../api/errors.ts'

/** The name as it is stored. */
export function checkEmojiName(text: string): string {
  const name = text.trim().replaceAll(' ', '_')
  if (name === '') throw badRequest('Emoji name is missing')
  if (!/^[0-9a-z_-]+$/.test(name))
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    )
  if (!/[0-9a-z]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.')
  return name
}
