import * as z from 'zod'
import { ReactionType } from './reaction.ts'

/** Only what the person has set is present. */
export const UserStatus = z.strictObject({
  away: z.boolean().optional().describe('Deprecated: true if the person does not share presence.'),
  status_text: z.string().optional().describe('The text of the status.'),
  emoji_name: z.string().optional().describe('The name of the emoji.'),
  emoji_code: z.string().optional().describe('The code of the emoji in the namespace of its type.'),
  reaction_type: ReactionType.optional().describe('The type of the emoji.'),
})
export type UserStatus = z.infer<typeof UserStatus>
