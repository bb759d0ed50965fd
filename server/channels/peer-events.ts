import { getOrMake } from '../base/get-or-make.ts'
import type { Audience } from '../log/audience.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { Tx } from '../transaction/tx.ts'
import { audiences } from './access.ts'

/**
 * Reports that a person joins or leaves many channels at once, with one event for all channels that have the same
 * audience.
 */
export function emitPeers(tx: Tx, op: 'peer_add' | 'peer_remove', channels: readonly Channel[], userId: number): void {
  const told = new Map<string, { readonly audience: Audience; readonly ids: number[] }>()
  const audienceOf = audiences(tx.realm)
  for (const channel of channels) {
    const audience = audienceOf(channel, { except: [userId] })
    getOrMake(told, JSON.stringify(audience), () => ({ audience, ids: [] })).ids.push(channel.id)
  }
  for (const { audience, ids } of told.values())
    tx.emit({ type: 'subscription', op, stream_ids: ids, user_ids: [userId] }, audience)
}
