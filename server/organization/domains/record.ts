import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { recordKind } from '../../kernel/realm-state/record-kind.ts'

/** An email domain that is allowed in the organization. */
export interface Domain {
  readonly id: number
  /** It is in lower case. */
  readonly name: string
  readonly allowSubdomains: boolean
}

export const domainFromRow = (row: Selectable<Tables['realm_domain']>): Domain => ({
  id: row.id,
  name: row.domain,
  allowSubdomains: row.allow_subdomains,
})

export const domainKind = recordKind({
  keyOf: ({ id }: Domain) => id,
  indexes: { name: ({ name }) => [name] },
  load: async (rows) => (await rows.table('realm_domain')).map(domainFromRow),
})

declare module '../../kernel/realm-state/record-kinds.ts' {
  interface RecordKinds {
    domain: typeof domainKind
  }
}
