import type { EventOf } from '../../api/events/index.ts'
import type { CustomProfileField } from '../../api/objects/realm.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import type { ListedUser } from '../../api/objects/user.ts'
import { reducer } from './reducer.ts'

const DROPDOWN = 3

/** People lose the values of fields that are gone, and of choices that a dropdown no longer has. */
function applyProfileFieldsEvent(state: RegisterState, { fields }: EventOf<'custom_profile_fields'>): RegisterState {
  const choicesOf = new Map(fields.map((field) => [`${field.id}`, choicesIn(field)]))
  const isKept = (id: string, value: string) => {
    const choices = choicesOf.get(id)
    return choices !== undefined && (choices === null || Object.hasOwn(choices, value))
  }
  const changed = (person: ListedUser): ListedUser => {
    const values = Object.entries(person.profile_data ?? {})
    const kept = values.filter(([id, { value }]) => isKept(id, value))
    return kept.length === values.length ? person : { ...person, profile_data: Object.fromEntries(kept) }
  }
  const { realm_users, realm_non_active_users } = state
  return {
    ...state,
    ...(state.custom_profile_fields ? { custom_profile_fields: fields } : {}),
    ...(realm_users ? { realm_users: realm_users.map(changed) } : {}),
    ...(realm_non_active_users ? { realm_non_active_users: realm_non_active_users.map(changed) } : {}),
  }
}

/** The choices of a dropdown by their keys; null for other types. */
const choicesIn = ({ type, field_data }: CustomProfileField): object | null =>
  type === DROPDOWN ? (JSON.parse(field_data || '{}') as object) : null

export const profileFields = reducer('custom_profile_fields', applyProfileFieldsEvent)
