import * as z from 'zod'
import { endpoint, rowId } from '../contract.ts'
import { EXPORT_TYPES, RealmExport } from '../objects/realm-export.ts'

const shared = { group: 'Organization', auth: 'administrator' } as const

export const exportRealm = endpoint({
  ...shared,
  method: 'POST',
  path: '/export/realm',
  id: 'export-realm',
  summary: 'Export the data of the organization',
  description:
    'Starts to write an archive with the data of the organization. Only administrators can; everything without consent is for owners, if the server allows it.',
  params: {
    export_type: z
      .enum(EXPORT_TYPES)
      .default('public')
      .describe(
        'What the archive contains: public channels only, also the private messages of those who consent, or everything.',
      ),
  },
  result: { id: z.int().describe('The id of the export.') },
  errors: ['BAD_REQUEST'],
  badRequests: [
    'There were five exports within seven days.',
    'The organization has too many messages or files.',
    'The caller cannot export data without consent.',
  ],
  emits: ['realm_export'],
})

export const getRealmExports = endpoint({
  ...shared,
  method: 'GET',
  path: '/export/realm',
  id: 'get-realm-exports',
  summary: 'List the exports',
  description: 'Lists the exports of the organization. Only administrators can.',
  params: {},
  result: { exports: z.array(RealmExport).describe('The exports, the oldest first.') },
  errors: [],
})

export const deleteRealmExport = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  id: 'delete-realm-export',
  summary: 'Delete an export',
  description: 'Deletes the archive of a finished export. Only administrators can.',
  params: { export_id: rowId().describe('The id of the export.') },
  result: {},
  errors: ['BAD_REQUEST'],
  badRequests: ['The export does not exist.', 'There is no archive: it is not finished, has failed or was deleted.'],
  emits: ['realm_export'],
})

export const getRealmExportConsents = endpoint({
  ...shared,
  method: 'GET',
  path: '/export/realm/consents',
  id: 'get-realm-export-consents',
  summary: 'List who consents to exports',
  description: 'Lists which active users let administrators export their private data. Only administrators can.',
  params: {},
  result: {
    export_consents: z
      .array(
        z.strictObject({
          user_id: z.int().describe('The id of the user.'),
          consented: z.boolean().describe('Whether administrators can export the private data of the user.'),
          email_address_visibility: z
            .literal([1, 2, 3, 4, 5])
            .describe('Who can see the email address of the user, by its number.'),
        }),
      )
      .describe('The active users without bots.'),
  },
  errors: [],
})
