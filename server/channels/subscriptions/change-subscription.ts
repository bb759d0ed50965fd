import { badRequest } from '../../../api/errors.ts'
import type { SubscriptionProperty } from '../../../api/objects/subscription-property.ts'
import { users } from '../../kernel/log/audience.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { MutedChannels } from '../../kernel/realm-state/records/muted-channels.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireSubscribed } from './access.ts'
import { type StoredProperty, setSubscriptionProperty } from './queries.ts'

export interface SubscriptionChange {
  readonly stream_id: number
  readonly property: SubscriptionProperty
  readonly value: boolean | string
}

/** A change that passed the checks of its value. */
interface CheckedChange {
  readonly channelId: number
  readonly property: StoredProperty
  readonly value: boolean | string
}

const COLOR = /^#[0-9a-fA-F]{6}$/

/** Throws for a value that is not of the property's type. `parameter` names it in the error text. */
export function checkPropertyValue(
  property: SubscriptionProperty,
  value: boolean | string,
  parameter: string,
): boolean | string {
  if (property !== 'color') {
    if (typeof value !== 'boolean') throw badRequest(`${parameter} is not a boolean`)
    return value
  }
  if (typeof value !== 'string') throw badRequest(`${parameter} is not a string`)
  if (!COLOR.test(value)) throw badRequest(`${parameter} has invalid format`)
  return value
}

/** Changes what the caller has set for their channels: all changes or none. */
export async function changeSubscriptions(
  tx: CallTx,
  changes: readonly SubscriptionChange[],
  /** The name of the value of each change, for error texts. */
  parameterOf: (index: number) => string,
): Promise<void> {
  const checked = changes.map(({ stream_id: id, property, value }, index): CheckedChange => {
    const { id: channelId }: Channel = requireSubscribed(tx.actor, id)
    const own = checkPropertyValue(property, value, parameterOf(index))
    return property === 'in_home_view'
      ? { channelId, property: 'is_muted', value: !own }
      : { channelId, property, value: own }
  })
  for (const change of checked) await changeSubscription(tx, change)
}

async function changeSubscription(tx: CallTx, { channelId, property, value }: CheckedChange): Promise<void> {
  const { realm, user } = tx.actor
  const isChanged = await setSubscriptionProperty(tx.db, realm.id, user.id, channelId, property, value)
  if (!isChanged) return
  const event = { type: 'subscription', op: 'update', stream_id: channelId } as const
  if (property !== 'is_muted') {
    tx.emit({ ...event, property, value }, users(user.id))
    return
  }
  tx.emit({ ...event, property: 'in_home_view', value: !value }, users(user.id))
  const muted = mutedAfter(realm.records.mutedChannels.get(user.id), channelId, value === true)
  const state =
    muted.length > 0
      ? ({ put: 'mutedChannels', value: { userId: user.id, channelIds: muted } } as const)
      : ({ remove: 'mutedChannels', key: user.id } as const)
  tx.emit({ ...event, property: 'is_muted', value }, users(user.id), { state: [state] })
}

function mutedAfter(before: MutedChannels | undefined, channelId: number, isMuted: boolean): number[] {
  const others = (before?.channelIds ?? []).filter((id) => id !== channelId)
  return isMuted ? [...others, channelId].sort((a, b) => a - b) : others
}
