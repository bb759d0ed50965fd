import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { claimFiles } from '../../../kernel/files/claim-files.ts'
import { insertAuditEntries, SERVER_ORIGIN } from '../../../kernel/transaction/audit.ts'
import type { ImportRun } from '../importing.ts'
import type { Receipts } from '../messages/receipts.ts'
import type { SavedPictures } from '../pictures.ts'
import { applySettings } from '../realm-settings.ts'
import { insertPlaces } from './places.ts'
import { insertReadState } from './read-state.ts'
import { insertPeople, insertStaged } from './records.ts'
import { publishScheduled } from './scheduled.ts'

/** A reader of the log is behind. Its jobs would be lost with the log. */
class LateReader extends Error {}

const MAX_ATTEMPTS = 100

/** What is not in the database yet. */
export interface KeptBack {
  readonly receipts: Receipts
  readonly pictures: SavedPictures
  /** Of the organization. */
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * Shows everything at once, in one transaction on the lane: the records that were kept back, and the messages, which get
 * their conversations. The log starts anew after it, so every node loads the organization again and all queues end.
 */
export async function finish(to: ImportRun, kept: KeptBack): Promise<{ readonly isComplete: boolean }> {
  let waiting = 0
  for (let tries = 1; ; tries += 1) {
    await to.tools.jobs.readLog()
    try {
      waiting = await to.db.transaction().execute((tx) => publish(to, tx, kept))
      break
    } catch (error) {
      if (!(error instanceof LateReader) || tries === MAX_ATTEMPTS) throw error
    }
  }
  await to.live.catchUp()
  to.tools.nodes.committed(to.live)
  // Otherwise the database plans for the organization of before, until it looks by itself.
  await sql`analyze`.execute(to.db)
  await publishScheduled(to.tools, to.realm.id, to.importId)
  return { isComplete: waiting === 0 }
}

async function publish(
  to: ImportRun,
  tx: Parameters<typeof insertAuditEntries>[0],
  { receipts, pictures, settings }: KeptBack,
): Promise<number> {
  const { importId, realm } = to
  await sql`set local work_mem = '64MB'`.execute(tx)
  const seq = await startLogAfresh(tx, realm.id)
  await insertPeople(to, tx, pictures)
  await claimFiles({ db: tx, realm }, pictures.files)
  await insertPlaces(to, tx, seq, receipts)
  await insertReadState(to, tx)
  await insertStaged(to, tx, seq)
  await finishFiles(tx, to)
  await applySettings(tx, realm.id, settings)
  await searchLater(tx, to)
  await insertAuditEntries(tx, realm.id, to.now, SERVER_ORIGIN, [
    {
      action: 'data imported',
      target: { kind: 'realm', id: realm.id },
      details: { format: to.source.format, identity: to.source.identity, name: to.source.name },
    },
  ])
  await sql`
    update data_import set is_running = false, finished_at = ${to.now}, finished_upto = greatest(finished_upto,
      (select coalesce(max(last_id), 0) from import_block where import_id = ${importId}))
    where id = ${importId}`.execute(tx)
  for (const table of ['import_block', 'import_conversation', 'import_unread'])
    await sql`delete from ${sql.table(table)} where import_id = ${importId}`.execute(tx)
  await sql`
    delete from import_row where import_id = ${importId} and into_table <> 'scheduled_message'`.execute(tx)
  const waiting = await sql`delete from import_message where import_id = ${importId} and new_id is null`.execute(tx)
  return Number(waiting.numAffectedRows ?? 0)
}

/** Takes the lane. The old rows of the log do not explain the new state, so they go, with the queues that read them. */
async function startLogAfresh(tx: Db, realmId: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    update realm_log set seq = seq + 1, floor = seq + 2 where realm_id = ${realmId} returning seq`.execute(tx)
  const { seq } = rows[0]!
  const behind = await sql`select from log_cursor where realm_id = ${realmId} and seq < ${seq - 1} limit 1`.execute(tx)
  if (behind.rows.length > 0) throw new LateReader('a reader of the log is behind')
  await sql`delete from event_log where realm_id = ${realmId}`.execute(tx)
  await sql`delete from event_queue where realm_id = ${realmId}`.execute(tx)
  await sql`update log_cursor set seq = ${seq} where realm_id = ${realmId}`.execute(tx)
  return seq
}

/** Files get their owners, and the messages that link to them. */
async function finishFiles(tx: Db, { importId, realm }: ImportRun): Promise<void> {
  await sql`
    update attachment a set owner_id = (r.row ->> 'owner_id')::int from import_row r
    where r.import_id = ${importId} and r.into_table = 'attachment_owner' and a.id = (r.row ->> 'id')::bigint
      and a.realm_id = ${realm.id}`.execute(tx)
  await sql`
    update attachment a set unused_since = null
    where a.realm_id = ${realm.id} and a.unused_since is not null
      and exists (select from attachment_message m where m.attachment_id = a.id)`.execute(tx)
}

/** Nobody gets mail about what was imported. */
async function searchLater(tx: Db, { importId, realm }: ImportRun): Promise<void> {
  await sql`
    insert into missed_mail_position as p (realm_id, upto)
    select ${realm.id}::int, max(last_id) from import_block where import_id = ${importId} having max(last_id) is not null
    on conflict (realm_id) do update set upto = greatest(p.upto, excluded.upto)`.execute(tx)
}
