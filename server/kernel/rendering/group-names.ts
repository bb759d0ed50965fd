import type { Group, SystemGroupName } from '../realm-state/group.ts'

/** As people see them; the name on the wire is the role's. */
const SYSTEM_GROUP_NAMES: Readonly<Record<SystemGroupName, string>> = {
  'role:owners': 'Owners',
  'role:administrators': 'Administrators',
  'role:moderators': 'Moderators',
  'role:fullmembers': 'Full members',
  'role:members': 'Members',
  'role:everyone': 'Everyone',
  'role:internet': 'Everyone on the internet',
  'role:nobody': 'Nobody',
}

export const displayNameOf = (group: Group): string =>
  group.isSystem ? SYSTEM_GROUP_NAMES[group.name as SystemGroupName] : group.name
