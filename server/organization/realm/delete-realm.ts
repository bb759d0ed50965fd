import type { Db } from '../../kernel/db/database.ts'
import type { Files } from '../../kernel/files/files.ts'
import { clearSelfReferences, deleteRows, ownedTables } from './deletion-queries.ts'

/** What deleting an organization needs of the process. */
export interface DeletionDoor {
  readonly database: { readonly db: Db }
  readonly clock: { now(): number }
  readonly files: Pick<Files, 'discard'>
  readonly realms: { refreshHosts(): Promise<void> }
  readonly nodes: { realmsChanged(): void }
}

/** The number of rows or files that are deleted at once: nobody waits long for a lock. */
const AT_ONCE = 10_000
const FILES_AT_ONCE = 500

/**
 * Deletes the files and rows of an organization whose time has come, the organization itself last. It may be cut short
 * at any point and run again.
 */
export async function deleteRealm(context: DeletionDoor, realmId: number, signal: AbortSignal): Promise<void> {
  const { db } = context.database
  if (!(await isDue(db, realmId, context.clock.now() / 1000))) return
  await deleteFiles(context, realmId, signal)
  await clearSelfReferences(db, realmId)
  for (const table of await ownedTables(db)) {
    let deleted = AT_ONCE
    while (deleted === AT_ONCE) {
      signal.throwIfAborted()
      deleted = await deleteRows(db, table, realmId, AT_ONCE)
    }
  }
  await db.deleteFrom('realm').where('id', '=', realmId).execute()
  await context.realms.refreshHosts()
  context.nodes.realmsChanged()
}

/** False for an organization that is gone, was reactivated, or is to be kept longer. */
async function isDue(db: Db, realmId: number, now: number): Promise<boolean> {
  const realm = await db
    .selectFrom('realm')
    .select(['deactivated', 'deletion_at'])
    .where('id', '=', realmId)
    .executeTakeFirst()
  if (!realm?.deactivated || realm.deletion_at === null) return false
  return realm.deletion_at <= now
}

/** The bytes first, then the rows: what is lost sight of is never removed. */
async function deleteFiles({ database: { db }, files }: DeletionDoor, realmId: number, signal: AbortSignal) {
  await db.updateTable('stored_file').set({ state: 'released' }).where('realm_id', '=', realmId).execute()
  const some = db.selectFrom('stored_file').select('name').where('realm_id', '=', realmId).limit(FILES_AT_ONCE)
  let before = ''
  for (;;) {
    signal.throwIfAborted()
    const names = (await some.orderBy('name').execute()).map(({ name }) => name)
    if (names.length === 0) return
    if (names[0] === before) throw new Error(`the files of organization ${realmId} cannot be removed`)
    before = names[0]!
    await files.discard(names)
  }
}
