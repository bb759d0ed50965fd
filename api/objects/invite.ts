import * as z from 'zod'

/** An invitation by email or by link. */
export const Invite = z.strictObject({
  id: z.int().describe('The id of the invitation.'),
  invited_by_user_id: z.int().describe('The id of the person who made the invitation.'),
  invited: z.int().describe('When the invitation was made or last sent again, in seconds.'),
  expiry_date: z.int().nullable().describe('When the invitation expires, in seconds. Null means never.'),
  invited_as: z
    .literal([100, 200, 300, 400, 600])
    .describe('The role of the new account: owner 100, administrator 200, moderator 300, member 400, guest 600.'),
  email: z.string().optional().describe('The invited address. Only invitations by email have it.'),
  notify_referrer_on_join: z
    .boolean()
    .optional()
    .describe('Whether the person who invited gets a message when it is accepted. Only invitations by email have it.'),
  link_url: z
    .string()
    .optional()
    .describe('The link. Only invitations by link have it, for people who may give its role.'),
  is_multiuse: z.boolean().describe('Whether the invitation is a link that any number of people can use.'),
})
