import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Audience } from '../../kernel/log/audience.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { viewersOf } from '../sight/active-people.ts'
import type { PresenceBoard } from './presence-board.ts'
import { hasPresence, hidesPresence, OFFLINE_SECONDS, presentClient, presentModern } from './present.ts'
import type { PresenceTimes } from './queries.ts'

export const DAY = 86_400
/** It stands for the number of a change. */
export const NOTHING_YET = -1

/** Clients report every minute, and a person may have several. A newer time is stored only after these seconds. */
const STORE_SECONDS = 55
/** An event is emitted when somebody comes back after this many seconds without activity. */
const BACK_SECONDS = 130
/** In larger organizations somebody always comes back; clients ask every minute anyway. */
const MAX_NOTIFIED_USERS = 100

type Tell = (event: EventData, audience: Audience) => void

export async function updatePresence(
  board: PresenceBoard,
  { realm, user }: Actor,
  status: string,
  now: number,
  tell: Tell,
): Promise<void> {
  const isActive = checkStatus(status)
  await board.refreshIfNeeded()
  if (!settingOf(user, 'presence_enabled')) return
  const earlier = board.of(user.id)
  const times = timesAfter(earlier, { userId: user.id, isActive, now })
  if (!times) return
  await board.save(times)
  const isBack = isActive && now - (earlier?.activeAt ?? Number.NEGATIVE_INFINITY) > BACK_SECONDS
  if (isBack && isTold(realm)) tell(presenceEvent(user, times, now), viewersOf(realm, user))
}

function checkStatus(status: string): boolean {
  if (status !== 'active' && status !== 'idle') throw badRequest(`Invalid status: ${status}`)
  return status === 'active'
}

interface Report {
  readonly userId: number
  readonly isActive: boolean
  readonly now: number
}

/** What to store, or nothing if the stored times are young enough. */
function timesAfter(earlier: PresenceTimes | undefined, { userId, isActive, now }: Report): PresenceTimes | undefined {
  const isOld = (time: number | null | undefined) => time == null || now - time > STORE_SECONDS
  const storesActive = isActive && isOld(earlier?.activeAt)
  if (!storesActive && !isOld(earlier?.connectedAt)) return undefined
  return { userId, activeAt: storesActive ? now : (earlier?.activeAt ?? null), connectedAt: now }
}

function isTold(realm: RealmState): boolean {
  if (hidesPresence(realm)) return false
  let count = 0
  for (const user of realm.users.values()) if (hasPresence(user)) count += 1
  return count <= MAX_NOTIFIED_USERS
}

const presenceEvent = (user: User, times: PresenceTimes, now: number): EventData => ({
  type: 'presence',
  presences: { [user.id]: presentModern(times, user) },
  user_id: user.id,
  email: user.apiEmail,
  server_timestamp: now,
  presence: presentClient(times),
})

/** The person stops or starts sharing presence: others see them go offline, or come back, at once. */
export async function sharePresence(
  board: PresenceBoard,
  { realm, user }: Actor,
  isShared: boolean,
  now: number,
  tell: Tell,
): Promise<void> {
  const time = isShared ? now : now - OFFLINE_SECONDS - 1
  const times = { userId: user.id, activeAt: time, connectedAt: time }
  await board.save(times)
  if (isTold(realm)) tell(presenceEvent(user, times, now), viewersOf(realm, user))
}
