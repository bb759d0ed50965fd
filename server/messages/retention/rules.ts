import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'

const DAY = 86_400
const FOREVER = -1

/** Messages that were sent before these times are deleted. Without a time they are kept. */
export interface RetentionRules {
  /** The keys are the conversations of channels. */
  readonly channels: ReadonlyMap<number, { readonly channel: Channel; readonly before: number }>
  readonly direct: number | undefined
}

/** A channel without a number of its own has that of the organization, and so have direct messages. */
export function retentionRules(realm: RealmState, now: number): RetentionRules {
  const days = realm.info.settings.message_retention_days
  const before = (ownDays: number) => (ownDays === FOREVER ? undefined : now - ownDays * DAY)
  const channels = [...realm.channels.values()].flatMap((channel) => {
    const time = before(channel.messageRetentionDays ?? days)
    return time === undefined ? [] : [[channel.convId, { channel, before: time }] as const]
  })
  return { channels: new Map(channels), direct: before(days) }
}
