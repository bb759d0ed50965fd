import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** The types of profile fields by their names in register. */
export const PROFILE_FIELD_TYPES = {
  SHORT_TEXT: 1,
  PARAGRAPH: 2,
  DROPDOWN: 3,
  DATE: 4,
  URL: 5,
  USER: 6,
  EXTERNAL_ACCOUNT: 7,
  PRONOUNS: 8,
} as const
export type ProfileFieldType = (typeof PROFILE_FIELD_TYPES)[keyof typeof PROFILE_FIELD_TYPES]

/** A field that the organization added to profiles. */
export interface ProfileField {
  readonly id: number
  readonly type: ProfileFieldType
  /** Fields are listed by it. */
  readonly position: number
  readonly name: string
  readonly hint: string
  /** What the type needs to know, as JSON; empty for types that need nothing. */
  readonly fieldData: string
  /** The keys of a dropdown, with the position of the log at which each was added. */
  readonly choices: Readonly<Record<string, number>>
  readonly displayInSummary: boolean
  readonly required: boolean
  readonly editableByUser: boolean
  readonly useForMatching: boolean
}

/** What somebody has in a field. */
export interface ProfileValue {
  readonly value: string
  /** As HTML, for types that know Markdown. */
  readonly rendered?: string
  /** The position of the log at which it was set. */
  readonly at: number
}

/** By the ids of fields. Some of the fields or choices may be gone: `shownProfile` leaves those out. */
export type Profile = Readonly<Record<string, ProfileValue>>

export const profileFieldFromRow = (row: Selectable<Tables['profile_field']>): ProfileField => ({
  id: row.id,
  type: row.type as ProfileFieldType,
  position: row.position,
  name: row.name,
  hint: row.hint,
  fieldData: row.field_data,
  choices: row.choices as ProfileField['choices'],
  displayInSummary: row.display_in_profile_summary,
  required: row.required,
  editableByUser: row.editable_by_user,
  useForMatching: row.use_for_user_matching,
})

/** The fields of a moment, by their ids. */
export type FieldsById = ReadonlyMap<number, ProfileField>

/** The values whose field is still there, and whose choice is the one that they were set to. */
export const shownProfile = (profile: Profile, fields: FieldsById): Profile =>
  Object.fromEntries(Object.entries(profile).filter(([id, value]) => isShown(fields.get(Number(id)), value)))

function isShown(field: ProfileField | undefined, { value, at }: ProfileValue): boolean {
  if (!field || field.type !== PROFILE_FIELD_TYPES.DROPDOWN) return field !== undefined
  return Object.hasOwn(field.choices, value) && field.choices[value]! <= at
}
