import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { ProfileField } from '../../kernel/realm-state/records/profile-field.ts'
import { isAdministrator } from '../../kernel/realm-state/user.ts'

export function requireProfileField(realm: RealmState, id: number): ProfileField {
  const field = realm.records.profileField.get(id)
  if (!field) throw badRequest(`Field id ${id} not found.`)
  return field
}

/** A field whose value the caller may change. Administrators may change all. */
export function requireEditableField({ realm, user }: Pick<Actor, 'realm' | 'user'>, id: number): ProfileField {
  const field = requireProfileField(realm, id)
  if (!field.editableByUser && !isAdministrator(user))
    throw badRequest('You are not allowed to change this field. Contact an administrator to update it.')
  return field
}
