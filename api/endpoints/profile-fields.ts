import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { CustomProfileField } from '../objects/realm.ts'

const path = '/realm/profile_fields'
const onePath = '/realm/profile_fields/{field_id}'
const field_id = json(z.int()).describe('The id of the field.')

/** What the type of a field needs to know. Which keys it may have depends on the type. */
const FieldData = z.record(
  z.string(),
  z.union([
    z.string(),
    z.strictObject({
      text: z.string().describe('The text of a choice.'),
      order: z.string().describe('The place of a choice.'),
    }),
  ]),
)

const properties = {
  name: z.string().optional().describe('The label of the field, at most 40 characters.'),
  hint: z.string().optional().describe('A text that helps people fill in the field, at most 80 characters.'),
  field_data: json(FieldData)
    .optional()
    .describe('The choices of a dropdown by their keys, or subtype and url_pattern of an external account.'),
  display_in_profile_summary: json(z.boolean())
    .optional()
    .describe('Whether short forms of a profile show it. At most 2 fields are shown there.'),
  required: json(z.boolean()).optional().describe('Whether people are asked to fill it in.'),
  editable_by_user: json(z.boolean()).optional().describe('Whether people may change it themselves.'),
  use_for_user_matching: json(z.boolean())
    .optional()
    .describe('Whether people are also found by its value; only for short texts and external accounts.'),
}

export const getCustomProfileFields = endpoint({
  method: 'GET',
  path,
  id: 'get-custom-profile-fields',
  group: 'Organization',
  summary: 'List the custom profile fields',
  description: 'Lists the custom profile fields of the organization.',
  auth: 'user',
  params: {},
  result: { custom_fields: z.array(CustomProfileField).describe('All custom profile fields in their order.') },
  errors: [],
})

export const createCustomProfileField = endpoint({
  method: 'POST',
  path,
  id: 'create-custom-profile-field',
  group: 'Organization',
  summary: 'Create a custom profile field',
  description: 'Creates a custom profile field. Only administrators can.',
  auth: 'administrator',
  params: {
    field_type: json(z.int()).describe('The type of its values, as listed in custom_profile_field_types.'),
    ...properties,
  },
  result: { id: z.int().describe('The id of the new field.') },
  errors: [],
  emits: ['custom_profile_fields'],
})

export const reorderCustomProfileFields = endpoint({
  method: 'PATCH',
  path,
  id: 'reorder-custom-profile-fields',
  group: 'Organization',
  summary: 'Change the order of custom profile fields',
  description: 'Changes the order of the custom profile fields. Only administrators can.',
  auth: 'administrator',
  params: { order: json(ids()).describe('The ids of all fields in the wanted order.') },
  result: {},
  errors: [],
  emits: ['custom_profile_fields'],
})

export const updateCustomProfileField = endpoint({
  method: 'PATCH',
  path: onePath,
  id: 'update-custom-profile-field',
  group: 'Organization',
  summary: 'Change a custom profile field',
  description: 'Changes a custom profile field. Only administrators can.',
  auth: 'administrator',
  params: { field_id, ...properties },
  result: {},
  errors: [],
  emits: ['custom_profile_fields'],
})

export const deleteCustomProfileField = endpoint({
  method: 'DELETE',
  path: onePath,
  id: 'delete-custom-profile-field',
  group: 'Organization',
  summary: 'Delete a custom profile field',
  description: 'Deletes a custom profile field with all its values. Only administrators can.',
  auth: 'administrator',
  params: { field_id },
  result: {},
  errors: [],
  emits: ['custom_profile_fields'],
})

const ownPath = '/users/me/profile_data'
const MAX_PROFILE_VALUES = 100

/** A value for one field. Null, an empty text and an empty list remove the value. */
export const ProfileDataUpdate = z.strictObject({
  id: z.int().describe('The id of the field.'),
  value: z
    .union([z.string().nullable(), z.array(z.int())])
    .describe('The new value: a text, or a list of user ids for a field of users. An empty value removes it.'),
})
export type ProfileDataUpdate = z.infer<typeof ProfileDataUpdate>

export const updateProfileData = endpoint({
  method: 'PATCH',
  path: ownPath,
  id: 'update-profile-data',
  group: 'People',
  summary: 'Fill in custom profile fields',
  description: 'Sets values of custom profile fields of the caller.',
  auth: 'user',
  params: {
    data: json(z.array(ProfileDataUpdate).max(MAX_PROFILE_VALUES)).describe('The fields and their new values.'),
  },
  result: {},
  errors: [],
  emits: ['realm_user'],
})

export const removeProfileData = endpoint({
  method: 'DELETE',
  path: ownPath,
  id: 'remove-profile-data',
  group: 'People',
  summary: 'Clear custom profile fields',
  description: 'Removes values of custom profile fields of the caller.',
  auth: 'user',
  params: { data: json(ids().max(MAX_PROFILE_VALUES)).describe('The ids of the fields to clear.') },
  result: {},
  errors: [],
  emits: ['realm_user'],
})
