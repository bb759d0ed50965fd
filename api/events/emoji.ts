import * as z from 'zod'
import { RealmEmoji, RealmEmojiMap } from '../objects/realm.ts'
import { EMOJI_EDITED } from '../wire-name.ts'
import { event, registerFields } from './base.ts'

/** Clients with the capability `individual_emoji_changes` get it. */
export const EmojiAdded = event('realm_emoji', {
  op: z
    .literal('add')
    .describe('A custom emoji was added. Only clients with the capability `individual_emoji_changes` get it.'),
  emoji: RealmEmoji.describe('The emoji.'),
})
/** Clients with the capability `individual_emoji_changes` get it. */
export const EmojiEdited = event('realm_emoji', {
  op: z
    .literal(EMOJI_EDITED)
    .describe('A custom emoji was changed. Only clients with the capability `individual_emoji_changes` get it.'),
  emoji_id: z.string().describe('The id of the emoji.'),
  data: z
    .strictObject({ deactivated: z.boolean().describe('Whether the emoji is deactivated.') })
    .describe('The properties that changed.'),
})
/** All other clients get it. */
export const EmojiUpdated = event('realm_emoji', {
  op: z
    .literal('update')
    .describe('The custom emoji changed. Clients without the capability `individual_emoji_changes` get it.'),
  realm_emoji: RealmEmojiMap,
})

export const realmEmojiFields = registerFields('realm_emoji', { realm_emoji: RealmEmojiMap })
