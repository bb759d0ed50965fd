import { audienceOf } from '../kernel/access/channel-access.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { Tx } from '../kernel/transaction/tx.ts'
import type { ChannelBackground } from './channel/event-variants.ts'
import { firstMessageOf } from './queries.ts'

/** Messages that are not in the channel any more, or that have come from another one. */
type Change = { readonly left: readonly number[] } | { readonly entered: readonly number[] }

/** Tells those who know a channel if its first message is another one after the change. */
export async function emitFirstMessage(tx: Tx, channel: Channel, change: Change): Promise<void> {
  const first = await firstMessageOf(tx.db, tx.realm.id, channel)
  const isOther =
    'left' in change
      ? change.left.some((id) => first === null || id < first)
      : first !== null && change.entered.includes(first)
  if (!isOther) return
  const background: ChannelBackground = { isHidden: channel.isArchived }
  tx.emit(
    {
      type: 'stream',
      op: 'update',
      stream_id: channel.id,
      name: channel.name,
      property: 'first_message_id',
      value: first,
    },
    audienceOf(tx.realm, channel),
    { background },
  )
}
