import * as z from 'zod'

export const MutedUsers = z
  .array(
    z.strictObject({
      id: z.int().describe('The id of the muted user.'),
      timestamp: z.int().describe('When the user was muted, in UNIX seconds.'),
    }),
  )
  .describe('All users that the account mutes.')
