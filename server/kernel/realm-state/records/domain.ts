import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** An email domain that is allowed in the organization. */
export interface Domain {
  readonly id: number
  /** In lower case. */
  readonly name: string
  readonly allowSubdomains: boolean
}

export const domainFromRow = (row: Selectable<Tables['realm_domain']>): Domain => ({
  id: row.id,
  name: row.domain,
  allowSubdomains: row.allow_subdomains,
})
