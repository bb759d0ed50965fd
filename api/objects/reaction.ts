import * as z from 'zod'
import { wire } from '../wire-name.ts'

/** Each type has its own namespace of codes. */
export const ReactionType = z.enum(['unicode_emoji', 'realm_emoji', wire('service_extra_emoji')])
export type ReactionType = z.infer<typeof ReactionType>

export const emojiReactionShape = {
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: ReactionType,
  user_id: z.int(),
}

export const EmojiReaction = z.strictObject(emojiReactionShape)
export type EmojiReaction = z.infer<typeof EmojiReaction>
