import type { EventOf } from '../../api/events/index.ts'
import type { PersonChange } from '../../api/events/user.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import type { ListedUser } from '../../api/objects/user.ts'
import { type QueueOptions, reducer } from './reducer.ts'

type UserEvent = EventOf<'realm_user'>

const byId = (left: ListedUser, right: ListedUser): number => left.user_id - right.user_id

const roleFields = (role: ListedUser['role']) => ({
  is_owner: role === 100,
  is_admin: role <= 200,
  is_guest: role === 600,
})

/** The person after the change. The fields of the event differ from those of the record. */
function changePerson(person: ListedUser, change: PersonChange, clientGravatar: boolean): ListedUser {
  // The list that contains the person determines the status.
  if ('is_active' in change) return person
  if ('role' in change) return { ...person, role: change.role, ...roleFields(change.role) }
  if ('new_email' in change) return { ...person, email: change.new_email }
  if ('timezone' in change) return { ...person, timezone: change.timezone }
  if ('avatar_url' in change) {
    // Register leaves the picture out if the client can compute it from the address. Events never do.
    const isComputed = clientGravatar && change.avatar_source === 'G' && person.delivery_email !== null
    return { ...person, avatar_url: isComputed ? null : change.avatar_url, avatar_version: change.avatar_version }
  }
  if ('custom_profile_field' in change) {
    const { id, value, ...rendered } = change.custom_profile_field
    const { [id]: _, ...others } = person.profile_data ?? {}
    return { ...person, profile_data: value === null ? others : { ...others, [id]: { value, ...rendered } } }
  }
  return { ...person, ...change }
}

/** The same change in the fields of one's own account. */
function ownFields(change: PersonChange): Partial<RegisterState> {
  if ('role' in change) return { ...roleFields(change.role), is_moderator: change.role <= 300 }
  if ('new_email' in change) return { email: change.new_email }
  if ('full_name' in change) return { full_name: change.full_name }
  if ('delivery_email' in change && change.delivery_email !== null) return { delivery_email: change.delivery_email }
  if ('avatar_url' in change) {
    const { avatar_url, avatar_url_medium, avatar_source } = change
    return { avatar_url, avatar_url_medium, avatar_source }
  }
  return {}
}

/** A deactivated person leaves all groups. After a reactivation, other events restore the groups. */
function leaveGroups(state: RegisterState, userId: number): RegisterState {
  if (!state.realm_user_groups) return state
  const realm_user_groups = state.realm_user_groups.map((group) =>
    group.members.includes(userId) ? { ...group, members: group.members.filter((id) => id !== userId) } : group,
  )
  return { ...state, realm_user_groups }
}

function changeInLists(state: RegisterState, change: PersonChange, clientGravatar: boolean): RegisterState {
  const { realm_users: active, realm_non_active_users: inactive } = state
  if (!active || !inactive) return state
  const isChanged = ({ user_id }: ListedUser) => user_id === change.user_id
  const changed = (people: readonly ListedUser[]) =>
    people.map((person) => (isChanged(person) ? changePerson(person, change, clientGravatar) : person))
  if (!('is_active' in change)) {
    return { ...state, realm_users: changed(active), realm_non_active_users: changed(inactive) }
  }
  const moved = [...active, ...inactive].filter(isChanged)
  const others = (people: readonly ListedUser[]) => people.filter((person) => !isChanged(person))
  return {
    ...state,
    realm_users: [...others(active), ...(change.is_active ? moved : [])].sort(byId),
    realm_non_active_users: [...others(inactive), ...(change.is_active ? [] : moved)].sort(byId),
  }
}

/** A person whom the user may not see any more has no status and no presence either. */
function withoutTraces(state: RegisterState, userId: number): RegisterState {
  const { user_status: status, presences, realm_users: people } = state
  const email = people?.find(({ user_id }) => user_id === userId)?.email
  const isOfPerson = (key: string) => key === `${userId}` || key === email
  const without = <T extends object>(map: T): T =>
    Object.fromEntries(Object.entries(map).filter(([key]) => !isOfPerson(key))) as T
  return {
    ...state,
    ...(status && { user_status: without(status) }),
    ...(presences && { presences: without(presences) }),
  }
}

function withoutPerson(state: RegisterState, userId: number): RegisterState {
  const { realm_users: active, realm_non_active_users: inactive } = state
  if (!active || !inactive) return state
  const others = (people: readonly ListedUser[]) => people.filter(({ user_id }) => user_id !== userId)
  return { ...state, realm_users: others(active), realm_non_active_users: others(inactive) }
}

function applyUserEvent(state: RegisterState, event: UserEvent, { clientGravatar }: QueueOptions): RegisterState {
  if (event.op === 'add') {
    if (!state.realm_users) return state
    const { is_active: _, ...person } = event.person
    const { realm_users: others } = withoutPerson(state, person.user_id)
    return { ...state, realm_users: [...(others ?? []), person].sort(byId) }
  }
  if (event.op === 'remove') return withoutPerson(withoutTraces(state, event.person.user_id), event.person.user_id)
  const { person } = event
  const listed = changeInLists(state, person, clientGravatar)
  const next = 'is_active' in person && !person.is_active ? leaveGroups(listed, person.user_id) : listed
  return person.user_id === state.user_id ? { ...next, ...ownFields(person) } : next
}

export const users = reducer('realm_user', applyUserEvent)
