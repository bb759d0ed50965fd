import * as z from 'zod'
import { wire } from '../wire-name.ts'

/** Each type has its own namespace of codes. */
export const ReactionType = z.enum(['unicode_emoji', 'realm_emoji', wire('service_extra_emoji')])

/** As a client writes it: whether there is such a type is told in the words of the reactions. */
export const ReactionTypeName = z.string().describe(ReactionType.options.join(', '))

export const emojiReactionShape = {
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: ReactionType,
  user_id: z.int(),
}

export const EmojiReaction = z.strictObject(emojiReactionShape)
export type EmojiReaction = z.infer<typeof EmojiReaction>
