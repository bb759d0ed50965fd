import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { MessageId } from '../objects/message.ts'
import { ReactionTypeName } from '../objects/reaction.ts'

const path = '/messages/{message_id}/reactions'
/** Twice the longest there is: a refusal says the name again. */
const EmojiWord = z.string().max(100)

export const addReaction = endpoint({
  method: 'POST',
  path,
  id: 'add-reaction',
  summary: 'React to a message with an emoji',
  auth: 'user',
  params: {
    message_id: json(MessageId),
    emoji_name: EmojiWord,
    emoji_code: EmojiWord.optional(),
    reaction_type: ReactionTypeName.optional(),
  },
  result: {},
  errors: ['REACTION_ALREADY_EXISTS'],
  emits: ['reaction', 'user_topic', 'muted_topics'],
})

export const removeReaction = endpoint({
  method: 'DELETE',
  path,
  id: 'remove-reaction',
  summary: 'Take a reaction back',
  auth: 'user',
  params: {
    message_id: json(MessageId),
    emoji_name: EmojiWord.optional(),
    emoji_code: EmojiWord.optional(),
    reaction_type: ReactionTypeName.optional(),
  },
  result: {},
  errors: ['REACTION_DOES_NOT_EXIST'],
  emits: ['reaction'],
})
