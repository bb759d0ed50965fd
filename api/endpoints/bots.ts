import * as z from 'zod'
import { endpoint, file, json } from '../contract.ts'
import { botDefaults, OwnedBot } from '../objects/bot.ts'
import { oneOf } from '../objects/one-of.ts'
import { ROLES } from '../objects/user.ts'
import { roleEvents } from './users.ts'

const bot_id = json(z.int()).describe('The id of the bot.')
const api_key = z.string().describe('The API key of the bot.')
const picture = file().optional().describe('The picture of the bot: PNG, JPEG, GIF, WebP, AVIF, TIFF or HEIC.')
const badPictures = ['The form has several files.', 'The file is larger than `max_avatar_file_size_mib`.']

/** Channels by name. */
const defaults = {
  default_sending_stream: z.string().optional().describe('The name of a channel to send to by default.'),
  default_events_register_stream: z
    .string()
    .optional()
    .describe('The name of a channel whose messages event queues of the bot get by default.'),
  default_all_public_streams: json(z.boolean())
    .optional()
    .describe('Whether event queues of the bot get the messages of all public channels by default.'),
}

export const getBots = endpoint({
  method: 'GET',
  path: '/bots',
  id: 'get-bots',
  group: 'Bots',
  summary: 'List your bots',
  description: 'Lists the active bots of the caller with their API keys.',
  auth: 'user',
  params: {},
  result: { bots: z.array(OwnedBot).describe('The active bots that the caller owns.') },
  errors: [],
})

export const createBot = endpoint({
  method: 'POST',
  path: '/bots',
  id: 'create-bot',
  group: 'Bots',
  summary: 'Create a bot',
  description: 'Creates a bot that the caller owns. Settings of the organization say who can create which types.',
  auth: 'user',
  params: {
    full_name: z.string().describe('The name of the bot.'),
    short_name: z.string().describe('The start of its email address, before `-bot`.'),
    bot_type: json(z.int())
      .describe('The type of the bot: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.')
      .default(1),
    payload_url: z.string().default('').describe('Where an outgoing webhook posts messages, as text or JSON text.'),
    interface_type: json(z.int()).default(1).describe('The format of an outgoing webhook: 1 generic, 2 Slack.'),
    service_name: z.string().optional().describe('The name of an embedded bot.'),
    config_data: json(z.record(z.string(), z.string())).optional().describe('The configuration of an embedded bot.'),
    ...defaults,
    file: picture,
  },
  result: {
    user_id: z.int().describe('The id of the bot.'),
    email: z.string().describe('The email address of the bot.'),
    api_key,
    avatar_url: z.string().describe('The address of its picture.'),
    ...botDefaults,
  },
  errors: ['BAD_IMAGE'],
  badRequests: badPictures,
  emits: ['realm_user', 'user_group', 'realm_bot'],
})

export const updateBot = endpoint({
  method: 'PATCH',
  path: '/bots/{bot_id}',
  id: 'update-bot',
  group: 'Bots',
  summary: 'Change a bot',
  description:
    'Changes what is passed. For the owner of the bot and for administrators, but for nobody whose role is lower than that of the bot.',
  auth: 'user',
  params: {
    bot_id,
    full_name: z.string().optional().describe('The new name.'),
    short_name: z.string().optional().describe('The new start of its email address, before `-bot`.'),
    role: json(oneOf(ROLES))
      .optional()
      .describe('The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
    bot_owner_id: json(z.int()).optional().describe('The id of the new owner.'),
    service_payload_url: z.string().optional().describe('Where an outgoing webhook posts messages.'),
    service_interface: json(z.int()).optional().describe('The format of an outgoing webhook: 1 generic, 2 Slack.'),
    ...defaults,
    file: picture,
  },
  result: {
    full_name: z.string().describe('The name of the bot.'),
    avatar_url: z.string().describe('The address of its picture.'),
    bot_owner: z.string().describe('The email address of its owner.'),
    service_payload_url: z.string().optional().describe('Where an outgoing webhook posts messages.'),
    service_interface: z.int().optional().describe('The format of an outgoing webhook.'),
    ...botDefaults,
  },
  errors: ['BAD_IMAGE'],
  badRequests: badPictures,
  emits: roleEvents,
})

export const deactivateBot = endpoint({
  method: 'DELETE',
  path: '/bots/{bot_id}',
  id: 'deactivate-bot',
  group: 'Bots',
  summary: 'Deactivate a bot',
  description: 'Deactivates a bot. For its owner and for administrators.',
  auth: 'user',
  params: { bot_id },
  result: {},
  errors: [],
  emits: ['realm_user', 'subscription', 'invites_changed'],
})

export const getBotApiKey = endpoint({
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  id: 'get-bot-api-key',
  group: 'Bots',
  summary: 'Get the API key of a bot',
  description: 'Returns the API key of a bot. For its owner and for administrators.',
  auth: 'user',
  params: { bot_id },
  result: { api_key },
  errors: [],
})

export const regenerateBotApiKey = endpoint({
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  id: 'regenerate-bot-api-key',
  group: 'Bots',
  summary: 'Give a bot a new API key',
  description:
    'Replaces the API key of a bot. The old key stops working at once. For its owner and for administrators.',
  auth: 'user',
  params: { bot_id },
  result: { api_key },
  errors: [],
})
