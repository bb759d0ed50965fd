import { hasContentAccess, hasHistoryAccess, hasMetadataAccess } from '../../kernel/access/channel-access.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { MovePlan } from './plan-move.ts'

/** Whether somebody who had the messages may still read them after a move to another channel. */
export function keepsAccess(realm: RealmState, { to: { channel } }: MovePlan, id: number): boolean {
  const user = realm.users.get(id)
  if (!user) return false
  if (channel.historyPublic) return hasHistoryAccess(realm, user, channel)
  return hasContentAccess(realm, user, channel) && realm.memberships.isSubscribed(id, channel.id)
}

/** Subscribers of the new channel who may know where the messages come from. */
const newReaders = (realm: RealmState, { from, to }: MovePlan): number[] =>
  [...realm.memberships.subscribers(to.channel.id)].filter((id) => {
    const user = realm.users.get(id)
    return user !== undefined && hasMetadataAccess(realm, user, from.channel)
  })

/** What is decided for thousands of people before the lane. It holds as long as no membership, role or channel changes. */
export interface DecidedReaders {
  readonly keeps: ReadonlyMap<number, boolean>
  readonly joining: readonly number[]
}

export const decideReaders = (realm: RealmState, plan: MovePlan, before: readonly number[]): DecidedReaders => ({
  keeps: new Map(before.map((id) => [id, keepsAccess(realm, plan, id)])),
  joining: newReaders(realm, plan),
})

/** After a move to another channel: those who had the messages and may still read them with the people of the channel. */
export function readersAfter(
  realm: RealmState,
  plan: MovePlan,
  before: readonly number[],
  { keeps, joining } = decideReaders(realm, plan, before),
): { readonly reading: ReadonlySet<number>; readonly losing: readonly number[] } {
  const reading = new Set(joining)
  const losing: number[] = []
  for (const id of before) {
    if (keeps.get(id) ?? keepsAccess(realm, plan, id)) reading.add(id)
    else losing.push(id)
  }
  return { reading, losing }
}
