import { state } from '../../kernel/state.ts'
import type { Emoji } from './emoji.ts'
import { skinTone, toned } from './skin-tone.ts'

const PICTURE_SELECTOR = '\ufe0f'

/** The character of a code such as `1f44d` or `0023-20e3`. */
export function emojiCharacter(code: string): string {
  const [first = '', ...more] = code.split('-').map((part) => String.fromCodePoint(Number.parseInt(part, 16)))
  const isPlain = (first.codePointAt(0) ?? 0) < 0x1f000 || more[0] === '\u200d'
  return first + (isPlain ? PICTURE_SELECTOR : '') + more.join('')
}

/** Names that cannot be spoken. */
const SPOKEN: Readonly<Record<string, string>> = { '+1': 'thumbs up', '-1': 'thumbs down' }

/** The name of an emoji in words: `thumbs up`. */
export const spokenEmoji = (name: string): string => SPOKEN[name] ?? name.replaceAll('_', ' ')

/** The picture of an emoji of the organization. */
export const emojiPicture = ({ emoji_code, reaction_type }: Emoji): string | undefined =>
  reaction_type === 'realm_emoji' ? state.value?.realm_emoji?.[emoji_code]?.source_url : undefined

/** What stands for an emoji in a text: its name, or the character itself where the person has chosen a skin tone. */
export function emojiSource(emoji: Emoji): string {
  const character = emoji.reaction_type === 'unicode_emoji' ? emojiCharacter(emoji.emoji_code) : ''
  const inTone = toned(character, skinTone.value)
  return inTone === character ? `:${emoji.emoji_name}:` : inTone
}
