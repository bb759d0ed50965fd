import { badRequest } from '../../../api/errors.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'

export const MAX_GROUP_NAME_LENGTH = 100
/** They would be taken for something else where groups are mentioned or listed. */
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:']

/** The name as it is stored. */
export function checkGroupName(text: string): string {
  const name = text.trim()
  if (name === '') throw badRequest("User group name can't be empty!")
  if ([...name].length > MAX_GROUP_NAME_LENGTH)
    throw badRequest(`User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`)
  const prefix = RESERVED.find((one) => name.startsWith(one))
  if (prefix !== undefined) throw badRequest(`User group name cannot start with '${prefix}'.`)
  return name
}

/** Unique whatever the case, also among those that were deactivated. */
export function requireFreeGroupName(realm: RealmState, name: string, except?: number): void {
  const taken = realm.groups.allNamed(name).some((group) => group.id !== except)
  if (taken) throw badRequest(`User group '${name}' already exists.`)
}
