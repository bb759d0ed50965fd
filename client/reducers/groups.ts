import type { EventOf } from '../../api/events/index.ts'
import type { UserGroup } from '../../api/objects/group.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

function applyGroupEvent(state: RegisterState, event: EventOf<'user_group'>): RegisterState {
  const { realm_user_groups: groups } = state
  return groups ? { ...state, realm_user_groups: changeGroups(groups, event) } : state
}

function changeGroups(groups: readonly UserGroup[], event: EventOf<'user_group'>): UserGroup[] {
  if (event.op === 'add')
    return [...groups.filter(({ id }) => id !== event.group.id), event.group].sort((a, b) => a.id - b.id)
  if (event.op === 'remove') return groups.filter(({ id }) => id !== event.group_id)
  return groups.map((group) => (group.id === event.group_id ? changeGroup(group, event) : group))
}

function changeGroup(group: UserGroup, event: Exclude<EventOf<'user_group'>, { op: 'add' | 'remove' }>): UserGroup {
  switch (event.op) {
    case 'update':
      return { ...group, ...definedOf(event.data) }
    case 'add_members':
      return { ...group, members: withIds(group.members, event.user_ids) }
    case 'remove_members':
      return { ...group, members: withoutIds(group.members, event.user_ids) }
    case 'add_subgroups':
      return { ...group, direct_subgroup_ids: withIds(group.direct_subgroup_ids, event.direct_subgroup_ids) }
    case 'remove_subgroups':
      return { ...group, direct_subgroup_ids: withoutIds(group.direct_subgroup_ids, event.direct_subgroup_ids) }
  }
}

const withIds = (ids: readonly number[], added: readonly number[]): number[] =>
  [...new Set([...ids, ...added])].sort((a, b) => a - b)

function withoutIds(ids: readonly number[], removed: readonly number[]): number[] {
  const gone = new Set(removed)
  return ids.filter((id) => !gone.has(id))
}

const definedOf = <T extends object>(data: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as never

export const groups = reducer('user_group', applyGroupEvent)
