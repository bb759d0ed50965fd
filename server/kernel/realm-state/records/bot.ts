import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Interfaces of outgoing webhooks. */
export const WEBHOOK_INTERFACE = { generic: 1, slack: 2 } as const

/** Where an outgoing webhook sends messages. The token proves to the receiver that they come from this server. */
export interface OutgoingService {
  readonly baseUrl: string
  readonly token: string
  readonly interface: (typeof WEBHOOK_INTERFACE)[keyof typeof WEBHOOK_INTERFACE]
}

/** What a bot has beside its account. */
export interface Bot {
  readonly userId: number
  readonly sendingChannelId: number | null
  readonly eventsChannelId: number | null
  readonly allPublicChannels: boolean
  readonly service: OutgoingService | null
}

/** Returns what a bot without a record has. */
export const plainBot = (userId: number): Bot => ({
  userId,
  sendingChannelId: null,
  eventsChannelId: null,
  allPublicChannels: false,
  service: null,
})

export const botFromRow = (row: Selectable<Tables['bot']>): Bot => ({
  userId: row.user_id,
  sendingChannelId: row.sending_channel_id,
  eventsChannelId: row.events_channel_id,
  allPublicChannels: row.all_public_channels,
  service: row.service as OutgoingService | null,
})
