import type { Emoji } from '../../../messages/emoji/emoji.ts'

const emoji = (emoji_name: string, emoji_code: string): Emoji => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
})

/** What people often say about themselves. */
export const SUGGESTIONS = [
  { key: 'meeting', emoji: emoji('calendar', '1f4c5') },
  { key: 'focus', emoji: emoji('headphones', '1f3a7') },
  { key: 'commuting', emoji: emoji('bus', '1f68c') },
  { key: 'sick', emoji: emoji('hurt', '1f915') },
  { key: 'leave', emoji: emoji('palm_tree', '1f334') },
  { key: 'home', emoji: emoji('house', '1f3e0') },
] as const
