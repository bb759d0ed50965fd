import * as z from 'zod'
import { endpoint, flag, ids, json, rowId } from '../contract.ts'
import { Invite } from '../objects/invite.ts'

const NOT_LISTED = 'Invalid {v}: Value error, Not in the list of possible values'
const MAX_INVITATION_MINUTES = 2 ** 31 - 1
/** The limit is that of the setting of the organization. */
const MAX_WELCOME_LENGTH = 8000

const invite_id = rowId().describe('The id of the invitation.')
const invite_expires_in_minutes = json(z.int().positive().max(MAX_INVITATION_MINUTES).nullable())
  .optional()
  .meta({ default: 14_400 })
  .describe('How many minutes the invitation is valid. Null means for ever.')
const invite_as = json(
  z.literal([100, 200, 300, 400, 600], {
    error: ({ input }) => (Number.isInteger(input) ? NOT_LISTED : '{v} is not an integer'),
  }),
)
  .default(400)
  .describe('The role of the new account: owner 100, administrator 200, moderator 300, member 400, guest 600.')
const include_realm_default_subscriptions = flag(false).describe(
  'Whether new accounts are also subscribed to the default channels of the organization.',
)
const welcome_message_custom_text = z
  .string()
  .max(MAX_WELCOME_LENGTH)
  .nullable()
  .optional()
  .describe('A welcome message for these accounts, instead of that of the organization. Only administrators set it.')
const channels = 'The ids of channels to which new accounts are subscribed.'
const groups = 'The ids of user groups to which new accounts are added.'

const ROLES =
  'The role is above that of a member and the caller is no administrator, or it is owner and the caller none.'
const OTHERS = 'The invitation does not exist, or is one of somebody else and the caller is no administrator.'

export const getInvites = endpoint({
  method: 'GET',
  path: '/invites',
  id: 'get-invites',
  group: 'People',
  summary: 'List open invitations',
  description:
    'Lists invitations that are neither used, revoked nor expired. Administrators see all, others their own.',
  auth: 'user',
  params: {},
  result: { invites: z.array(Invite).describe('The invitations, by email first, each kind in the order of ids.') },
  errors: [],
})

export const sendInvites = endpoint({
  method: 'POST',
  path: '/invites',
  id: 'send-invites',
  group: 'People',
  summary: 'Invite people by email',
  description: 'Sends invitations by email. The caller must be allowed to invite people to the organization.',
  auth: 'user',
  params: {
    invitee_emails: z
      .string()
      .describe('The addresses, separated by commas or line breaks. `Name <address>` is accepted.'),
    invite_expires_in_minutes,
    invite_as,
    stream_ids: json(ids()).describe(channels),
    group_ids: json(ids()).default([]).describe(groups),
    include_realm_default_subscriptions,
    notify_referrer_on_join: flag(true).describe('Whether the caller gets a message when somebody accepts.'),
    welcome_message_custom_text,
  },
  result: {},
  errors: ['INVITATION_FAILED'],
  badRequests: [ROLES],
  emits: ['invites_changed'],
})

export const createInviteLink = endpoint({
  method: 'POST',
  path: '/invites/multiuse',
  id: 'create-invite-link',
  group: 'People',
  summary: 'Create an invitation link',
  description: 'Creates a link with which any number of people can join. The caller must be allowed to create links.',
  auth: 'user',
  params: {
    invite_expires_in_minutes,
    invite_as,
    stream_ids: json(ids()).default([]).describe(channels),
    group_ids: json(ids()).default([]).describe(groups),
    include_realm_default_subscriptions,
    welcome_message_custom_text,
  },
  result: { invite_link: z.string().describe('The link.') },
  errors: [],
  badRequests: [ROLES],
  emits: ['invites_changed'],
})

export const revokeEmailInvite = endpoint({
  method: 'DELETE',
  path: '/invites/{invite_id}',
  id: 'revoke-email-invite',
  group: 'People',
  summary: 'Revoke an invitation by email',
  description: 'Revokes an invitation by email. The caller must have made it or be an administrator.',
  auth: 'user',
  params: { invite_id },
  result: {},
  errors: [],
  badRequests: [OTHERS],
  emits: ['invites_changed'],
})

export const revokeInviteLink = endpoint({
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  id: 'revoke-invite-link',
  group: 'People',
  summary: 'Revoke an invitation link',
  description: 'Revokes an invitation link. The caller must have made it or be an administrator.',
  auth: 'user',
  params: { invite_id },
  result: {},
  errors: [],
  badRequests: [OTHERS],
  emits: ['invites_changed'],
})

export const resendEmailInvite = endpoint({
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  id: 'resend-email-invite',
  group: 'People',
  summary: 'Send an invitation again',
  description:
    'Sends an invitation by email again. It is then valid for as long as at first. The caller must have made it or be an administrator.',
  auth: 'user',
  params: { invite_id },
  result: {},
  errors: [],
  badRequests: [OTHERS],
  emits: ['invites_changed'],
})
