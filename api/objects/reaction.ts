import * as z from 'zod'
import { wire } from '../wire-name.ts'

/** Each type has its own namespace of codes. */
export const ReactionType = z.enum(['unicode_emoji', 'realm_emoji', wire('service_extra_emoji')])

/** As a client writes it. The reactions refuse an unknown type with an error text of their own. */
export const ReactionTypeName = z
  .string()
  .describe(`The kind of the emoji: ${ReactionType.options.join(', ')}. It is needed only with a code.`)

export const emojiReactionShape = {
  emoji_name: z.string().describe('The name of the emoji.'),
  emoji_code: z.string().describe('The code of the emoji: its code points for Unicode emoji, its id for custom ones.'),
  reaction_type: ReactionType.describe('The kind of the emoji, which decides what the code means.'),
  user_id: z.int().describe('The id of the user who reacted.'),
}

export const EmojiReaction = z.strictObject(emojiReactionShape).describe('A reaction to a message.')
export type EmojiReaction = z.infer<typeof EmojiReaction>
