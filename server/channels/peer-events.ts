import { audiences } from '../kernel/access/channel-access.ts'
import { getOrMake } from '../kernel/base/get-or-make.ts'
import type { Audience } from '../kernel/log/audience.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { Tx } from '../kernel/transaction/tx.ts'
import { hiddenIf } from './channel/event-variants.ts'

/**
 * Reports that a person joins or leaves many channels at once, with one event for all channels that have the same
 * audience. Archived channels have events of their own, because some clients do not know them.
 */
export function emitPeers(tx: Tx, op: 'peer_add' | 'peer_remove', channels: readonly Channel[], userId: number): void {
  const told = new Map<string, { readonly audience: Audience; readonly isArchived: boolean; readonly ids: number[] }>()
  const audienceOf = audiences(tx.realm)
  for (const channel of channels) {
    const { isArchived } = channel
    const audience = audienceOf(channel, { except: [userId] })
    const key = JSON.stringify([isArchived, audience])
    getOrMake(told, key, () => ({ audience, isArchived, ids: [] })).ids.push(channel.id)
  }
  for (const { audience, isArchived, ids } of told.values())
    tx.emit({ type: 'subscription', op, stream_ids: ids, user_ids: [userId] }, audience, hiddenIf(isArchived))
}
