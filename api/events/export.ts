import * as z from 'zod'
import { RealmExport } from '../objects/realm-export.ts'
import { event } from './base.ts'

export const ExportsChanged = event('realm_export', {
  exports: z.array(RealmExport).describe('All exports of the organization, the oldest first.'),
}).describe('An export was asked for, has ended or was deleted. Only administrators get it.')

export const ExportConsentChanged = event('realm_export_consent', {
  user_id: z.int().describe('The id of the user.'),
  consented: z.boolean().describe('Whether administrators can export the private data of the user.'),
}).describe('A user permits, or no longer permits, to export their private data. Only administrators get it.')
