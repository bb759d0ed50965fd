import { badRequest } from '../../../api/errors.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import {
  PROFILE_FIELD_TYPES,
  type ProfileField,
  type ProfileFieldType,
} from '../../kernel/realm-state/records/profile-field.ts'

/** Each is in the profile of everybody. */
export const MAX_PROFILE_FIELDS = 50
const MAX_FIELDS_IN_SUMMARY = 2
const NAME_CHARACTERS = 40
const HINT_CHARACTERS = 80

const TYPES: readonly number[] = Object.values(PROFILE_FIELD_TYPES)
const MATCHED: readonly number[] = [PROFILE_FIELD_TYPES.SHORT_TEXT, PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT]

export function requireRoomForField(realm: RealmState): void {
  if (realm.records.profileField.size >= MAX_PROFILE_FIELDS)
    throw badRequest(`An organization can have at most ${MAX_PROFILE_FIELDS} custom profile fields.`)
}

export function requireFieldType(type: number): ProfileFieldType {
  if (!TYPES.includes(type)) throw badRequest('Invalid field type.')
  return type as ProfileFieldType
}

const charactersIn = (text: string): number => [...text].length

export function checkLabels({ name, hint }: Pick<ProfileField, 'name' | 'hint'>): void {
  if (name === '') throw badRequest('Label cannot be blank.')
  if (charactersIn(hint) > HINT_CHARACTERS) throw badRequest(`hint is too long (limit: ${HINT_CHARACTERS} characters)`)
  if (charactersIn(name) > NAME_CHARACTERS) throw badRequest(`name is too long (limit: ${NAME_CHARACTERS} characters)`)
}

/** `id` is absent for a field that is yet to come. */
export type FieldRequest = Omit<ProfileField, 'id'> & { readonly id?: number }

export function requireFreeFieldName(realm: RealmState, { id, name }: FieldRequest): void {
  if (realm.records.profileField.findAll('name', name).some((field) => field.id !== id))
    throw badRequest('A field with that label already exists.')
}

/** Where the type forbids it, and where there are enough already. */
export function checkUses(realm: RealmState, { id, type, displayInSummary, useForMatching }: FieldRequest): void {
  const others = [...realm.records.profileField.values()].filter((field) => field.id !== id && field.displayInSummary)
  if (displayInSummary && others.length >= MAX_FIELDS_IN_SUMMARY)
    throw badRequest(`Only ${MAX_FIELDS_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`)
  if (displayInSummary && type === PROFILE_FIELD_TYPES.USER)
    throw badRequest('Field type not supported for display in profile summary.')
  if (useForMatching && !MATCHED.includes(type)) throw badRequest('Field type not supported for use for user matching.')
}
