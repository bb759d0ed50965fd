import { emojiCharacter } from '../../messages/emoji/emoji-text.ts'
import { statusOf } from '../../people/store.ts'

/** `🎧 Focusing` */
export function statusLine(id: number): string | undefined {
  const status = statusOf(id)
  if (!status) return undefined
  const emoji =
    status.reaction_type === 'unicode_emoji' && status.emoji_code ? emojiCharacter(status.emoji_code) : undefined
  return [emoji, status.status_text].filter(Boolean).join(' ') || undefined
}
