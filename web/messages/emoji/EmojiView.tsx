import type { Emoji } from './emoji.ts'
import { emojiCharacter, emojiPicture } from './emoji-text.ts'

/** An emoji as one sees it. What it stands in has a name, so it has none. */
export function EmojiView({ emoji }: { emoji: Emoji }) {
  const picture = emojiPicture(emoji)
  if (picture) return <img class="emoji-pic" src={picture} alt="" width={20} height={20} />
  const text = emoji.reaction_type === 'unicode_emoji' ? emojiCharacter(emoji.emoji_code) : emoji.emoji_name
  return <em aria-hidden="true">{text}</em>
}
