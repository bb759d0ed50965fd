import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { AuditEntry } from '../objects/audit-entry.ts'

const MAX_AUDIT_ENTRIES = 1_000
const Word = z.string().max(100)

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/realm/audit_log',
  id: 'get-audit-log',
  group: 'Organization',
  summary: 'Read the audit log',
  description: 'Lists administrative changes of the organization, the newest first. Only administrators can.',
  auth: 'administrator',
  params: {
    actor_id: json(z.int().nullable())
      .optional()
      .describe('Only changes by this account; null: by the operator and the server itself.'),
    action: Word.optional().describe('Only this action, for example `group created`.'),
    target_kind: Word.optional().describe('Only changes to things of this kind, for example `group`.'),
    target_id: json(z.int()).optional().describe('Only changes to the thing with this id.'),
    start_time: json(z.int()).optional().describe('Only changes at or after this time, in UNIX seconds.'),
    end_time: json(z.int()).optional().describe('Only changes before this time, in UNIX seconds.'),
    before_id: json(z.int()).optional().describe('Only entries with lower ids, to read the next page.'),
    limit: json(z.int().min(1).max(MAX_AUDIT_ENTRIES)).default(100).describe('The most entries to return.'),
  },
  result: {
    entries: z.array(AuditEntry).describe('The newest matching entries, the newest first.'),
    found_oldest: z.boolean().describe('Whether there are no older matching entries.'),
  },
  errors: [],
})
