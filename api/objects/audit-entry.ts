import * as z from 'zod'

export const AuditEntry = z.strictObject({
  id: z.int().describe('The id of the entry. Later entries have higher ids.'),
  time: z.int().describe('When the change was made, in UNIX seconds.'),
  actor_id: z
    .int()
    .nullable()
    .describe('The id of the account that made the change; null for the operator and the server itself.'),
  address: z.string().nullable().describe('The network address that the request came from; null without a request.'),
  client: z.string().describe('The client that sent the request.'),
  action: z.string().describe('What was done, for example `group created`.'),
  target: z
    .strictObject({
      kind: z.string().describe('What kind of thing was changed, for example `group`.'),
      id: z.int().describe('The id of the thing.'),
    })
    .describe('What was changed.'),
  details: z.record(z.string(), z.unknown()).describe('What changed in it. The keys depend on the action.'),
})
export type AuditEntry = z.infer<typeof AuditEntry>
