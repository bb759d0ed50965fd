import { EmojiView } from '../../messages/emoji/EmojiView.tsx'
import { spokenEmoji } from '../../messages/emoji/emoji-text.ts'
import { statusOf } from '../../people/store.ts'

/** The emoji of somebody's status. Its text is shown on hover, and said elsewhere. */
export function StatusEmoji({ id }: { id: number }) {
  const status = statusOf(id)
  if (!status?.emoji_name || !status.emoji_code || !status.reaction_type) return null
  const { emoji_name, emoji_code, reaction_type, status_text } = status
  return (
    <span class="status-emoji" aria-hidden="true" title={status_text || spokenEmoji(emoji_name)}>
      <EmojiView emoji={{ emoji_name, emoji_code, reaction_type }} />
    </span>
  )
}
