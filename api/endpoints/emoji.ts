import * as z from 'zod'
import { endpoint, file } from '../contract.ts'
import { RealmEmojiMap } from '../objects/realm.ts'

/** A refusal repeats the name, so it has a limit everywhere. */
const emoji_name = z.string().max(100).describe('The name of the emoji, without colons.')

export const uploadCustomEmoji = endpoint({
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  id: 'upload-custom-emoji',
  group: 'Organization',
  summary: 'Add a custom emoji',
  description: 'Adds a custom emoji from an uploaded picture. The caller must be allowed to add custom emoji.',
  auth: 'user',
  params: {
    emoji_name,
    filename: file().describe('The picture of the emoji. An animated GIF or WebP stays animated.'),
  },
  result: {},
  errors: ['BAD_IMAGE'],
  emits: ['realm_emoji'],
})

export const deactivateCustomEmoji = endpoint({
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  id: 'deactivate-custom-emoji',
  group: 'Organization',
  summary: 'Deactivate a custom emoji',
  description: 'Deactivates a custom emoji. Its author and administrators can.',
  auth: 'user',
  params: { emoji_name },
  result: {},
  errors: [],
  emits: ['realm_emoji'],
})

export const getCustomEmoji = endpoint({
  method: 'GET',
  path: '/realm/emoji',
  id: 'get-custom-emoji',
  group: 'Organization',
  summary: 'List all custom emoji',
  description: 'Lists all custom emoji of the organization, deactivated ones included.',
  auth: 'user',
  params: {},
  result: { emoji: RealmEmojiMap },
  errors: [],
})
