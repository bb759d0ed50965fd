import * as z from 'zod'

/** Both times are 0 where nothing is known. */
export const ModernPresence = z.strictObject({
  active_timestamp: z.int().describe('When the person last used a client, in UNIX seconds; 0 if never.'),
  idle_timestamp: z.int().describe('When a client of the person was last connected, in UNIX seconds.'),
})
export type ModernPresence = z.infer<typeof ModernPresence>

const PresenceStatus = z.enum(['idle', 'active'])

export const LegacyPresence = z.strictObject({
  client: z.string().describe('The kind of client; always `website`.'),
  status: PresenceStatus.describe('Whether the person was active or only connected.'),
  timestamp: z.int().describe('The time of the status, in UNIX seconds.'),
  pushable: z.boolean().optional().describe('Always false.'),
})
export type LegacyPresence = z.infer<typeof LegacyPresence>

export const Presences = z
  .record(z.string(), z.union([ModernPresence, z.record(z.string(), LegacyPresence)]))
  .describe('Presence by user id in the modern format, by email address in the legacy format.')
export type Presences = z.infer<typeof Presences>

/** Of one person, in both formats at once. */
export const OnePresence = z.strictObject({
  ...ModernPresence.shape,
  website: z
    .strictObject({
      status: PresenceStatus.describe('Whether the person was active or only connected.'),
      timestamp: z.int().describe('The time of the status, in UNIX seconds.'),
    })
    .describe('The newest status.'),
  aggregated: z
    .strictObject({
      status: z.enum(['idle', 'active', 'offline']).describe('The status now: `offline` if it is too old.'),
      timestamp: z.int().describe('The time of the newest status, in UNIX seconds.'),
    })
    .describe('The status of the person now.'),
})
export type OnePresence = z.infer<typeof OnePresence>
