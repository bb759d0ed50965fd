import { getOrMake } from '../../kernel/base/get-or-make.ts'
import { jobKind } from '../../kernel/log/job.ts'
import { listHas } from '../../kernel/realm-state/group.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import {
  blindAmong,
  isLimited,
  limitedGuests,
  limitedSight,
  limitsGuests,
  partnersOf,
  type Sight,
  sees,
} from '../../kernel/realm-state/sight.ts'
import { unknownUser } from '../../kernel/realm-state/unknown-user.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { emitSeen } from './emit-seen.ts'
import { presentStatus } from './status-present.ts'

/** People who joined or left a channel. */
interface Movement {
  readonly channel: number
  readonly people: readonly number[]
}

/** A change after which guests with limited sight see other people than before. */
export type SightChange =
  | { readonly joined: readonly Movement[] }
  | { readonly left: readonly Movement[] }
  /** These guests, or all of them (null), are limited from now on, or no longer. */
  | { readonly guests: readonly number[] | null; readonly isLimited: boolean }

export const sightChanged = jobKind<SightChange>('sight-of-guests')

/** A job emits the events for more people, in pieces, because other changes wait for the transaction. */
const MAX_PEOPLE_PER_TRANSACTION = 100
const PEOPLE_PER_PIECE = 50

/** To be called after the change. Tells limited guests of people whom they see now, or do not see any more. */
export function emitSight(tx: Tx, change: SightChange): void {
  if (!('guests' in change) && !limitsGuests(tx.realm)) return
  if (workOf(tx.realm, change) > MAX_PEOPLE_PER_TRANSACTION) tx.after(sightChanged.job(change))
  else for (const [userId, guests] of changedSight(tx.realm, change)) tell(tx, userId, guests, change)
}

/** The same as a job. */
export async function emitSightInPieces(
  context: WorkContext,
  realm: RealmState,
  change: SightChange,
  signal: AbortSignal,
): Promise<void> {
  const pairs = [...changedSight(realm, change)]
  for (let start = 0; start < pairs.length; start += PEOPLE_PER_PIECE) {
    signal.throwIfAborted()
    await context.transact(realm.id, async (tx) => {
      for (const [userId, guests] of pairs.slice(start, start + PEOPLE_PER_PIECE)) tell(tx, userId, guests, change)
    })
  }
}

/** The people who moved, by channel. */
function movesOf(change: Extract<SightChange, { joined: unknown } | { left: unknown }>): Map<number, Set<number>> {
  const movements = 'joined' in change ? change.joined : change.left
  return new Map(movements.map(({ channel, people }) => [channel, new Set(people)]))
}

/** An upper bound of the number of pairs of a guest and a person. */
function workOf(realm: RealmState, change: SightChange): number {
  if ('guests' in change) return realm.users.size * guestsOf(realm, change.guests).length
  const guests = limitedGuests(realm)
  if (guests.length === 0) return 0
  return [...movesOf(change)].reduce((sum, [channel, people]) => {
    const subscribers = realm.memberships.subscribers(channel)
    const moving = guests.filter(({ id }) => people.has(id)).length
    const staying = guests.filter(({ id }) => subscribers.has(id)).length
    return sum + moving * (subscribers.size + people.size) + staying * people.size
  }, 0)
}

const guestsOf = (realm: RealmState, ids: readonly number[] | null): User[] =>
  [...realm.users.values()].filter((user) => user.isActive && (ids ? ids.includes(user.id) : isGuest(user)))

/** For each person, the guests whose sight of them may have changed. */
function changedSight(realm: RealmState, change: SightChange): Map<number, number[]> {
  const pairs = new Map<number, Set<number>>()
  const add = (userId: number, guestId: number) => getOrMake(pairs, userId, () => new Set<number>()).add(guestId)
  if ('guests' in change) {
    const guests = guestsOf(realm, change.guests)
    for (const user of realm.users.values()) for (const id of blindAmong(realm, user, guests)) add(user.id, id)
  } else {
    const moves = movesOf(change)
    const isChanged = 'joined' in change ? isNewSight(realm, moves) : isLostSight(realm)
    for (const guest of limitedGuests(realm))
      for (const [channel, people] of moves) {
        const isMoving = people.has(guest.id)
        if (!isMoving && !realm.memberships.isSubscribed(guest.id, channel)) continue
        const others = isMoving ? [...people, ...realm.memberships.subscribers(channel)] : people
        for (const id of others) if (isChanged(guest, id)) add(id, guest.id)
      }
  }
  return new Map([...pairs].map(([userId, guests]) => [userId, [...guests]]))
}

type SightPredicate = (guest: User, userId: number) => boolean

/** Do they share only channels that one of them has just joined? */
function isNewSight(realm: RealmState, joined: ReadonlyMap<number, ReadonlySet<number>>): SightPredicate {
  const isNew = (channelId: number, userId: number) => joined.get(channelId)?.has(userId) ?? false
  const before = new Map<number, readonly number[]>()
  const channelsBefore = (guest: User) =>
    getOrMake(before, guest.id, () => realm.memberships.channelsOf(guest.id).filter((id) => !isNew(id, guest.id)))
  return (guest, userId) =>
    !isAlwaysSeen(realm, guest, userId) &&
    !channelsBefore(guest).some((id) => realm.memberships.isSubscribed(userId, id) && !isNew(id, userId))
}

function isLostSight(realm: RealmState): SightPredicate {
  const sights = new Map<number, Sight>()
  return (guest, userId) => {
    const user = realm.users.get(userId)
    return user !== undefined && !getOrMake(sights, guest.id, () => limitedSight(realm, guest))(user)
  }
}

/** Through direct messages, or without any reason. */
function isAlwaysSeen(realm: RealmState, guest: User, userId: number): boolean {
  const user = realm.users.get(userId)
  return user === undefined || user.isBot || userId === guest.id || listHas(partnersOf(realm, guest.id), userId)
}

/** What they see now counts, because a job runs later than the change. */
function tell(tx: Tx, userId: number, guestIds: readonly number[], change: SightChange): void {
  const { realm } = tx
  const user = realm.users.get(userId)
  if (!user) return
  const guests = guestIds.flatMap((id) => realm.users.get(id) ?? []).filter(({ isActive }) => isActive)
  const isLoss = 'left' in change || ('guests' in change && change.isLimited)
  if (isLoss)
    emitUnseen(
      tx,
      user,
      guests.filter((guest) => isLimited(realm, guest) && !sees(realm, guest, user)),
    )
  else
    emitSeenPeople(
      tx,
      user,
      guests.filter((guest) => sees(realm, guest, user)),
    )
}

/** The account and its status, for people who see it only now. */
export function emitSeenPeople(tx: Tx, user: User, viewers: readonly User[]): void {
  if (viewers.length === 0) return
  const ids = viewers.map(({ id }) => id)
  emitSeen(tx, user, ids)
  // Clients take every added account for an active one.
  if (!user.isActive)
    tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: false } }, { to: 'users', ids })
  const status = presentStatus(tx.realm, user)
  if (Object.keys(status).length > 0)
    tx.emit({ type: 'user_status', user_id: user.id, ...status }, { to: 'users', ids })
}

function emitUnseen(tx: Tx, user: User, viewers: readonly User[]): void {
  if (viewers.length === 0) return
  const person = { user_id: user.id, full_name: unknownUser(tx.realm, user.id).fullName }
  tx.emit({ type: 'realm_user', op: 'remove', person }, { to: 'users', ids: viewers.map(({ id }) => id) })
}
