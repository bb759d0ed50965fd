import type { EmojiReaction } from '../../../api/objects/reaction.ts'

/** What one reacts with. */
export type Emoji = Pick<EmojiReaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>
