import * as z from 'zod'
import { RealmExport } from '../objects/realm-export.ts'
import { event } from './base.ts'

export const ExportsChanged = event('realm_export', {
  exports: z.array(RealmExport).describe('All exports of the organization, the oldest first.'),
})

export const ExportConsentChanged = event('realm_export_consent', {
  user_id: z.int().describe('The id of the user.'),
  consented: z.boolean().describe('Whether administrators can export the private data of the user.'),
})
