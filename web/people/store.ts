import { computed, signal } from '@preact/signals'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { minute, serverNow } from '../kernel/time.ts'
import type { Activity } from '../ui/Avatar.tsx'

export type Person = NonNullable<RegisterState['realm_users']>[number]

const listed = computed(() => state.value?.realm_users)
const inactive = computed(() => state.value?.realm_non_active_users)
const systemBots = computed(() => state.value?.cross_realm_bots)

/** Everybody whom the person may know of, by id. None of the ten thousand is copied. */
export const people = computed((): ReadonlyMap<number, Person> => {
  const all = new Map<number, Person>()
  for (const one of (systemBots.value ?? []) as unknown as Person[]) all.set(one.user_id, one)
  for (const one of inactive.value ?? []) all.set(one.user_id, one)
  for (const one of listed.value ?? []) all.set(one.user_id, one)
  return all
})

const deactivated = computed(() => new Set(inactive.value?.map((one) => one.user_id)))
/** Somebody who is known, and whose account is not deactivated. */
export const isActive = (id: number): boolean => people.value.has(id) && !deactivated.value.has(id)

const own = computed(() => state.value?.user_id ?? -1)
/** The person who reads; -1 until register has answered. */
export const ownId = (): number => own.value
export const person = (id: number): Person | undefined => people.value.get(id)
export const nameOf = (id: number): string | undefined => person(id)?.full_name

/** A name where there is little room: its first word, or all of it if it is that of a bot. */
export function shortNameOf(id: number): string | undefined {
  const one = person(id)
  return one?.is_bot ? one.full_name : one?.full_name.split(/\s+/u, 1)[0]
}

/** Who wrote the first words of a message that stand after it: `You`, or a short name. */
export const spokenBy = (id: number): string | undefined => (id === ownId() ? t('person.you') : shortNameOf(id))

/** Short names of people who are named together. Who shares the first word with another keeps the whole name. */
export function shortNamesOf(ids: readonly number[]): string[] {
  const short = ids.map((id) => shortNameOf(id) ?? '…')
  return ids.map((id, index) => {
    const isShared = short.filter((one) => one === short[index]).length > 1
    return (isShared ? nameOf(id) : short[index]) ?? '…'
  })
}

export const avatarOf = (id: number): string | null | undefined => person(id)?.avatar_url

/** How long after the last report somebody counts as there, in seconds. */
const threshold = computed(() => state.value?.server_presence_offline_threshold_seconds ?? 140)

interface Presence {
  readonly active_timestamp?: number
  readonly idle_timestamp?: number
}

const presences = computed(() => (state.value?.presences ?? {}) as Record<string, Presence>)
/** What each report of one's own presence returns about others. Events tell only who has come back. */
const reported = signal<Readonly<Record<string, Presence>>>({})

export function addPresences(more: Readonly<Record<string, Presence>>): void {
  reported.value = { ...reported.value, ...more }
}

const later = (a: number | undefined, b: number | undefined): number => Math.max(a ?? 0, b ?? 0)

function presenceOf(id: number): Required<Presence> {
  const [first, second] = [presences.value[id], reported.value[id]]
  return {
    active_timestamp: later(first?.active_timestamp, second?.active_timestamp),
    idle_timestamp: later(first?.idle_timestamp, second?.idle_timestamp),
  }
}

/** Undefined for bots, for accounts that nobody uses, and before anything is known. */
export function activityOf(id: number): Activity | undefined {
  if (!isActive(id) || person(id)?.is_bot) return undefined
  minute.value
  if (id === ownId()) return 'active'
  const { active_timestamp, idle_timestamp } = presenceOf(id)
  const oldest = serverNow() - threshold.value
  if (active_timestamp > oldest) return 'active'
  return idle_timestamp > oldest ? 'idle' : 'off'
}

/** When somebody was last there. Undefined if that is not known. */
export function lastSeenAt(id: number): number | undefined {
  const { active_timestamp, idle_timestamp } = presenceOf(id)
  return later(active_timestamp, idle_timestamp) || undefined
}

const statuses = computed(() => state.value?.user_status)

export const statusOf = (id: number) => statuses.value?.[id]

const mutedIds = computed(() => new Set(state.value?.muted_users?.map((one) => one.id)))

export const isMutedPerson = (id: number): boolean => mutedIds.value.has(id)
