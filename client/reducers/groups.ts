import type { EventOf } from '../../api/events/index.ts'
import type { UserGroup } from '../../api/objects/group.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'

export function applyGroupEvent(state: RegisterState, event: EventOf<'user_group'>): RegisterState {
  const { realm_user_groups: groups } = state
  return groups ? { ...state, realm_user_groups: changeGroups(groups, event) } : state
}

function changeGroups(groups: readonly UserGroup[], event: EventOf<'user_group'>): UserGroup[] {
  switch (event.op) {
    case 'add':
      return [...groups.filter(({ id }) => id !== event.group.id), event.group].sort((a, b) => a.id - b.id)
    case 'update':
      return groups.map((group) => (group.id === event.group_id ? { ...group, ...definedOf(event.data) } : group))
    case 'remove':
      return groups.filter(({ id }) => id !== event.group_id)
  }
}

const definedOf = <T extends object>(data: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as never
