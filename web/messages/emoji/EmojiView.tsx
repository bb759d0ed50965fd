import type { Emoji } from './emoji.ts'
import { emojiCharacter, emojiPicture } from './emoji-text.ts'
import { skinTone, toned } from './skin-tone.ts'

interface Props {
  emoji: Emoji
  /** In the skin tone of the person who looks. */
  tone?: boolean
}

/** An emoji as one sees it. What it stands in has a name, so it has none. */
export function EmojiView({ emoji, tone = false }: Props) {
  const picture = emojiPicture(emoji)
  if (picture) return <img class="emoji-pic" src={picture} alt="" width={20} height={20} />
  if (emoji.reaction_type !== 'unicode_emoji') return <em aria-hidden="true">{emoji.emoji_name}</em>
  const character = emojiCharacter(emoji.emoji_code)
  return <em aria-hidden="true">{tone ? toned(character, skinTone.value) : character}</em>
}
