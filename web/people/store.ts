import { computed } from '@preact/signals'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { state } from '../kernel/state.ts'
import { minute, serverNow } from '../kernel/time.ts'
import type { Activity } from '../ui/Avatar.tsx'

type Listed = NonNullable<RegisterState['realm_users']>[number]

export interface Person extends Listed {
  readonly isActive: boolean
}

const listed = computed(() => state.value?.realm_users)
const inactive = computed(() => state.value?.realm_non_active_users)
const systemBots = computed(() => state.value?.cross_realm_bots)

/** Everybody whom the person may know of, by id. */
export const people = computed((): ReadonlyMap<number, Person> => {
  const all: Person[] = [
    ...((systemBots.value ?? []) as unknown as Listed[]).map((one) => ({ ...one, isActive: true })),
    ...(inactive.value ?? []).map((one) => ({ ...one, isActive: false })),
    ...(listed.value ?? []).map((one) => ({ ...one, isActive: true })),
  ]
  return new Map(all.map((one) => [one.user_id, one]))
})

const own = computed(() => state.value?.user_id ?? -1)
/** The person who reads; -1 until register has answered. */
export const ownId = (): number => own.value
export const person = (id: number): Person | undefined => people.value.get(id)
export const nameOf = (id: number): string | undefined => person(id)?.full_name
export const avatarOf = (id: number): string | null | undefined => person(id)?.avatar_url

/** Who is there now counts as active for this long, and as away for longer. */
const ACTIVE_SECONDS = 140
const IDLE_SECONDS = 3_600

const presences = computed(
  () => (state.value?.presences ?? {}) as Record<string, { active_timestamp?: number; idle_timestamp?: number }>,
)

/** Undefined for bots, and before anything is known. */
export function activityOf(id: number): Activity | undefined {
  const one = person(id)
  if (!one || one.is_bot) return undefined
  minute.value
  if (id === ownId()) return 'active'
  const presence = presences.value[id]
  const now = serverNow()
  if (presence?.active_timestamp !== undefined && now - presence.active_timestamp < ACTIVE_SECONDS) return 'active'
  if (presence?.idle_timestamp !== undefined && now - presence.idle_timestamp < IDLE_SECONDS) return 'idle'
  return 'off'
}

const statuses = computed(() => state.value?.user_status)

export const statusOf = (id: number) => statuses.value?.[id]

const mutedIds = computed(() => new Set(state.value?.muted_users?.map((one) => one.id)))

export const isMutedPerson = (id: number): boolean => mutedIds.value.has(id)
