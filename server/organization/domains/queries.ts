import type { Db } from '../../kernel/db/database.ts'
import { type Domain, domainFromRow } from './record.ts'

export async function insertDomain(db: Db, realmId: number, wanted: Omit<Domain, 'id'>): Promise<Domain> {
  const row = await db
    .insertInto('realm_domain')
    .values({ realm_id: realmId, domain: wanted.name, allow_subdomains: wanted.allowSubdomains })
    .returningAll()
    .executeTakeFirstOrThrow()
  return domainFromRow(row)
}

export const updateDomainRow = (db: Db, realmId: number, { id, allowSubdomains }: Domain): Promise<unknown> =>
  db
    .updateTable('realm_domain')
    .set({ allow_subdomains: allowSubdomains })
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .execute()

export const deleteDomainRow = (db: Db, realmId: number, id: number): Promise<unknown> =>
  db.deleteFrom('realm_domain').where('id', '=', id).where('realm_id', '=', realmId).execute()
