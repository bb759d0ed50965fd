import * as z from 'zod'
import { CustomProfileField } from '../objects/realm.ts'
import { event, registerFields } from './base.ts'

export const ProfileFieldsChanged = event('custom_profile_fields', {
  fields: z.array(CustomProfileField).describe('All custom profile fields in their order.'),
}).describe('The custom profile fields changed.')

export const customProfileFieldsFields = registerFields('custom_profile_fields', {
  custom_profile_fields: z.array(CustomProfileField).describe('The custom profile fields of the organization.'),
  custom_profile_field_types: z
    .record(
      z.string(),
      z.strictObject({
        id: z.int().describe('The number of the kind.'),
        name: z.string().describe('The name of the kind for people.'),
      }),
    )
    .describe('The kinds of custom profile fields, by name.'),
})
