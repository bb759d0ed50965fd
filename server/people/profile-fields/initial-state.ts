import { PROFILE_FIELD_TYPES } from '../../kernel/realm-state/records/profile-field.ts'
import type { StateSlice } from '../../kernel/register/snapshot.ts'
import { presentFields } from './present.ts'

const NAMES: Readonly<Record<keyof typeof PROFILE_FIELD_TYPES, string>> = {
  SHORT_TEXT: 'Text (short)',
  PARAGRAPH: 'Text (long)',
  DROPDOWN: 'List of options',
  DATE: 'Date',
  URL: 'Link',
  USER: 'Users',
  EXTERNAL_ACCOUNT: 'External account',
  PRONOUNS: 'Pronouns',
}

/** The types of fields, as clients offer them to administrators. */
export const FIELD_TYPES = Object.fromEntries(
  Object.entries(PROFILE_FIELD_TYPES).map(([keyword, id]) => [
    keyword,
    { id, name: NAMES[keyword as keyof typeof PROFILE_FIELD_TYPES] },
  ]),
)

export const profileFieldsState: StateSlice = {
  types: ['custom_profile_fields'],
  take: ({ realm }) => ({ custom_profile_fields: presentFields(realm), custom_profile_field_types: FIELD_TYPES }),
}
