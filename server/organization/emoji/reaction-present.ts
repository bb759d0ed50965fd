import type { EmojiReaction } from '../../../api/objects/reaction.ts'
import { wire } from '../../../api/wire-name.ts'

/** The database's numbers for the namespaces of emoji codes, so that the vendor's word is not stored. */
export const REACTION_KIND = { unicode_emoji: 1, realm_emoji: 2, [wire('service_extra_emoji')]: 3 } as const

type ReactionType = EmojiReaction['reaction_type']
const TYPES: Readonly<Record<number, ReactionType>> = {
  1: 'unicode_emoji',
  2: 'realm_emoji',
  3: wire('service_extra_emoji'),
}

/** The wire word of a namespace. */
export const reactionTypeOf = (kind: number): ReactionType => TYPES[kind]!

export const presentReaction = (row: {
  user_id: number
  kind: number
  emoji_code: string
  emoji_name: string
}): EmojiReaction => ({
  emoji_name: row.emoji_name,
  emoji_code: row.emoji_code,
  reaction_type: reactionTypeOf(row.kind),
  user_id: row.user_id,
})
