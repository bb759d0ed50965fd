import type { Db } from '../../kernel/db/database.ts'
import { insertAuditEntries, SERVER_ORIGIN } from '../../kernel/transaction/audit.ts'
import { requireFree, requireNoReservedAddress, stringId } from './queries.ts'

/** Clients hold addresses made of the old host: without their queues they register again. Only while no server runs. */
export async function changeHost(db: Db, realmId: number, host: string, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireFree(trx, host)
    await requireNoReservedAddress(trx, realmId, host)
    const realm = trx.selectFrom('realm').select('host').where('id', '=', realmId)
    const { host: before } = await realm.executeTakeFirstOrThrow()
    await trx
      .updateTable('realm')
      .set({ host, string_id: stringId(host) })
      .where('id', '=', realmId)
      .execute()
    const target = { kind: 'realm', id: realmId } as const
    const entry = { action: 'host changed', target, details: { before, after: host } }
    await insertAuditEntries(trx, realmId, now, SERVER_ORIGIN, [entry])
    await trx.deleteFrom('event_queue').where('realm_id', '=', realmId).execute()
  })
}
