import type { EventOf } from '../../api/events/index.ts'
import { audienceOf, isKnownToTheSame, knowersOf, knowersOfBoth } from '../kernel/access/channel-access.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { CallTx } from '../kernel/transaction/tx.ts'
import type { ChannelBackground } from './channel/event-variants.ts'
import { emitChannelVisibility } from './channel/known-through-groups.ts'
import { updateChannelRow } from './channel/queries.ts'

type ChannelUpdate = Omit<Extract<EventOf<'stream'>, { op: 'update' }>, 'id'>
/** What an event says beside the channel. */
export type ChannelChange = Omit<ChannelUpdate, 'type' | 'op' | 'stream_id' | 'name'>

/**
 * Stores a changed channel and emits an event for each property to the people who know it. For people who lose it, the
 * event is a deletion. For people who know it only now, it is a new channel.
 */
export async function changeChannel(
  tx: CallTx,
  channel: Channel,
  changed: Channel,
  told: readonly [ChannelChange, ...ChannelChange[]],
  background: Omit<ChannelBackground, 'isHidden'> = {},
): Promise<Channel> {
  const { realm } = tx
  const before = isKnownToTheSame(channel, changed) ? null : knowersOf(realm, channel)
  const after = before && knowersOf(realm, changed)
  const audience = before ? knowersOfBoth(realm, before, after!) : audienceOf(realm, channel)
  await updateChannelRow(tx.db, realm.id, changed)
  const isHidden = channel.isArchived && changed.isArchived
  for (const [index, one] of told.entries()) {
    const event: ChannelUpdate = { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, ...one }
    const state = index === 0 ? { state: [{ put: 'channel', value: changed } as const] } : {}
    tx.emit(event, audience, { ...state, background: { ...background, isHidden } })
  }
  if (before)
    await emitChannelVisibility(tx, [
      {
        channel: changed,
        gained: [...after!].filter((id) => !before.has(id)),
        lost: [...before].filter((id) => !after!.has(id)),
      },
    ])
  tx.audit({
    action: 'channel updated',
    target: { kind: 'channel', id: channel.id },
    details: differences(channel, changed),
  })
  return changed
}

/** What it was and what it is now, property by property. */
function differences(before: Channel, after: Channel): Record<string, unknown> {
  const flat = ({ groupSettings, renderedDescription: _, ...rest }: Channel) => ({ ...rest, ...groupSettings })
  const [was, is] = [flat(before), flat(after)]
  const names = Object.keys(is) as (keyof typeof is)[]
  return Object.fromEntries(
    names.filter((name) => was[name] !== is[name]).map((name) => [name, { before: was[name], after: is[name] }]),
  )
}
