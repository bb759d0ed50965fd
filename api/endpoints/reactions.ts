import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { MessageId } from '../objects/message.ts'
import { ReactionTypeName } from '../objects/reaction.ts'

const path = '/messages/{message_id}/reactions'

export const addReaction = endpoint({
  method: 'POST',
  path,
  id: 'add-reaction',
  summary: 'React to a message with an emoji',
  auth: 'user',
  params: {
    message_id: json(MessageId),
    emoji_name: z.string(),
    emoji_code: z.string().optional(),
    reaction_type: ReactionTypeName.optional(),
  },
  result: {},
  errors: ['REACTION_ALREADY_EXISTS'],
  emits: ['reaction'],
})

export const removeReaction = endpoint({
  method: 'DELETE',
  path,
  id: 'remove-reaction',
  summary: 'Take a reaction back',
  auth: 'user',
  params: {
    message_id: json(MessageId),
    emoji_name: z.string().optional(),
    emoji_code: z.string().optional(),
    reaction_type: ReactionTypeName.optional(),
  },
  result: {},
  errors: ['REACTION_DOES_NOT_EXIST'],
  emits: ['reaction'],
})
