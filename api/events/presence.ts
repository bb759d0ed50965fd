import * as z from 'zod'
import { LegacyPresence, ModernPresence, Presences } from '../objects/presence.ts'
import { event, registerFields } from './base.ts'

/** Clients with `simplified_presence_events` get `presences`, others the fields after it. */
export const PresenceChanged = event('presence', {
  presences: z.record(z.string(), ModernPresence).optional().describe('The new presence by user id.'),
  user_id: z.int().optional().describe('The id of the user.'),
  email: z.string().optional().describe('The email address of the user; absent with `slim_presence`.'),
  server_timestamp: z.number().optional().describe('The time of the event, in UNIX seconds.'),
  presence: z.record(z.string(), LegacyPresence).optional().describe('The new presence in the legacy format.'),
}).describe('Somebody became active again, or stopped or started sharing presence.')

export const presenceFields = registerFields('presence', {
  presences: Presences,
  presence_last_update_id: z.int().describe('The position of this list. A client sends it when it asks for changes.'),
  server_timestamp: z.number().describe('The time of the server, in seconds since 1970.'),
})
