import * as z from 'zod'
import { endpoint, flag, json } from '../contract.ts'
import { LegacyPresence, OnePresence, Presences } from '../objects/presence.ts'

const server_timestamp = z.number().describe('The time of the answer, in UNIX seconds.')

export const updatePresence = endpoint({
  method: 'POST',
  path: '/users/me/presence',
  id: 'update-presence',
  group: 'Presence',
  summary: 'Update your presence',
  description:
    'Stores whether the caller is active, and returns the presence of others since the last call. For people only.',
  auth: 'user',
  params: {
    status: z.string().describe('`active` while the person uses the client, otherwise `idle`.'),
    last_update_id: json(z.int())
      .optional()
      .describe('The last `presence_last_update_id` that the client received, or -1 for everything.'),
    history_limit_days: json(z.int().min(0))
      .default(14)
      .describe('How many days back presence is returned. Ignored with a `last_update_id` above 0.'),
    new_user_input: flag(false).describe('Whether the person did something since the last request.'),
    ping_only: flag(false).describe('Whether to only update the own presence and return nobody else’s.'),
    slim_presence: flag(false).describe('Deprecated: asks for the modern format without `last_update_id`.'),
  },
  result: {
    presence_last_update_id: z.int().describe('What to pass as `last_update_id` next; -1 if there is nothing yet.'),
    server_timestamp: server_timestamp.optional(),
    presences: Presences.optional(),
  },
  errors: [],
  emits: ['presence'],
})

export const getUserPresence = endpoint({
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  id: 'get-user-presence',
  group: 'Presence',
  summary: 'Get the presence of a user',
  description: 'Returns when a user was last active and connected.',
  auth: 'user',
  params: { user_id_or_email: z.string().describe('The id or the email address of the user.') },
  result: { server_timestamp, presence: OnePresence.describe('The presence of the user.') },
  errors: [],
})

export const getPresence = endpoint({
  method: 'GET',
  path: '/realm/presence',
  id: 'get-presence',
  group: 'Presence',
  summary: 'Get the presence of all users',
  description: 'Returns the presence of everybody in the organization in the legacy format.',
  auth: 'user',
  params: {},
  result: {
    server_timestamp,
    presences: z
      .record(z.string(), z.record(z.string(), LegacyPresence))
      .describe('Presence by email address in the legacy format.'),
  },
  errors: [],
  weight: () => 5,
})
