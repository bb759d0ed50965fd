import * as z from 'zod'
import { CustomProfileField } from '../objects/realm.ts'
import { event } from './base.ts'

export const ProfileFieldsChanged = event('custom_profile_fields', {
  fields: z.array(CustomProfileField).describe('All custom profile fields in their order.'),
}).describe('The custom profile fields changed.')
