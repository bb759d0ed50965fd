import * as z from 'zod'

export const EXPORT_TYPES = ['public', 'full_with_consent', 'full_without_consent'] as const
export type ExportType = (typeof EXPORT_TYPES)[number]

const time = z.number().nullable()

export const RealmExport = z.strictObject({
  id: z.int().describe('The id of the export.'),
  acting_user_id: z.int().describe('The id of the administrator who asked for it.'),
  export_time: z.number().describe('When it was asked for, in UNIX seconds.'),
  deleted_timestamp: time.describe('When the archive was deleted. It is null while it exists.'),
  failed_timestamp: time.describe('When the export failed. It is null if it did not.'),
  export_url: z
    .string()
    .nullable()
    .describe('The address of the archive, for administrators. It is null while there is no archive.'),
  pending: z.boolean().describe('True while the archive is not finished.'),
  export_from_prior_server: z.boolean().describe('Always false. True for an export of the server before an import.'),
  export_type: z.enum(EXPORT_TYPES).describe('What the archive contains.'),
})
export type RealmExport = z.infer<typeof RealmExport>
