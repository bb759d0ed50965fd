import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { MessageId } from '../objects/message.ts'
import { ReactionTypeName } from '../objects/reaction.ts'

const path = '/messages/{message_id}/reactions'
/** Twice the longest there is: a refusal says the name again. */
const EmojiWord = z.string().max(100)

const message_id = json(MessageId).describe('The id of the message.')
const emoji_code = EmojiWord.optional().describe(
  'The code of the emoji. It is needed only to react with an emoji that was renamed or deactivated.',
)
const reaction_type = ReactionTypeName.optional()

export const addReaction = endpoint({
  method: 'POST',
  path,
  id: 'add-reaction',
  group: 'Messages',
  summary: 'React to a message',
  description: 'Adds an emoji reaction of the caller to a message that they can read.',
  auth: 'user',
  params: { message_id, emoji_name: EmojiWord.describe('The name of the emoji.'), emoji_code, reaction_type },
  result: {},
  errors: ['REACTION_ALREADY_EXISTS'],
  badRequests: ['The emoji does not exist.', 'The message does not exist, or the caller cannot read it.'],
  emits: ['reaction'],
})

export const removeReaction = endpoint({
  method: 'DELETE',
  path,
  id: 'remove-reaction',
  group: 'Messages',
  summary: 'Remove a reaction',
  description: 'Removes an emoji reaction of the caller from a message.',
  auth: 'user',
  params: {
    message_id,
    emoji_name: EmojiWord.optional().describe('The name of the emoji. The name or the code is required.'),
    emoji_code,
    reaction_type,
  },
  result: {},
  errors: ['REACTION_DOES_NOT_EXIST'],
  badRequests: ['The emoji does not exist.', 'The message does not exist, or the caller cannot read it.'],
  emits: ['reaction'],
})
