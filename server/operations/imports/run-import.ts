import { sql } from 'kysely'
import { seconds } from '../../kernel/base/clock.ts'
import { StartupRefusal } from '../../kernel/base/startup-refusal.ts'
import { importChannels, importFolders } from './channels.ts'
import { importGroups } from './groups.ts'
import type { ImportRun, ImportTools } from './importing.ts'
import { noteMessages } from './messages/note-messages.ts'
import { importReactions } from './messages/reactions.ts'
import { completePlaces, reservePlaces } from './messages/reserve-places.ts'
import { writeMessages } from './messages/write-messages.ts'
import { importPeople } from './people.ts'
import { importPersonal } from './personal/import-personal.ts'
import { savePictures } from './pictures.ts'
import { importProfileFields } from './profile-fields.ts'
import { importProfiles } from './profiles.ts'
import { finish } from './publish/finish.ts'
import { publishScheduled } from './publish/scheduled.ts'
import { importedSettings } from './realm-settings.ts'
import { loadIds } from './records.ts'
import type { ImportReport } from './report.ts'
import { importEmoji, importLinkifiers } from './settings.ts'
import type { ImportSource } from './source.ts'
import { importSubscriptions } from './subscriptions.ts'
import { withoutRepeats } from './without-repeats.ts'

export interface ImportOptions {
  readonly realmId: number
  readonly source: ImportSource
  readonly report: ImportReport
  onProgress?(step: string, done: number): void
}

/** How many records of each kind are new. */
export type AddedCounts = ReadonlyMap<string, number>

const IMPORT_LOCK = 727_276

/**
 * Imports an archive into an organization. Nobody sees anything of it before the end, which shows all of it in one
 * transaction. A run that was killed goes on where it stopped, and a later run adds only what is new.
 */
export async function runImport(tools: ImportTools, options: ImportOptions): Promise<AddedCounts> {
  const client = await tools.database.pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [
      IMPORT_LOCK,
      options.realmId,
    ])
    if (!rows[0]!.free)
      throw new StartupRefusal('Another import into this organization is running: wait until it has finished.')
    return await importAlone(tools, options)
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', [IMPORT_LOCK, options.realmId]).catch(() => {})
    // With its connection the lock of a killed process ends, too.
    client.release(true)
  }
}

async function importAlone(tools: ImportTools, options: ImportOptions): Promise<AddedCounts> {
  const added = new Map<string, number>()
  while (!(await importOnce(await begin(tools, options, added))));
  return added
}

/** False if the archive has more messages than the run that was killed had reserved places for. */
async function importOnce(to: ImportRun): Promise<boolean> {
  await completePlaces(to)
  await importProfileFields(to)
  await importPeople(to)
  await importGroups(to)
  await importEmoji(to)
  await importLinkifiers(to)
  await importProfiles(to)
  await importFolders(to)
  await importChannels(to)
  await importSubscriptions(to)
  await noteMessages(to)
  await reservePlaces(to)
  const receipts = await writeMessages(to)
  await importReactions(to)
  await importPersonal(to)
  if (await hasNews(to)) {
    const settings = await importedSettings(to)
    const { isComplete } = await finish(to, { receipts, pictures: await savePictures(to), settings })
    return isComplete
  }
  await publishScheduled(to.tools, to.realm.id, to.importId)
  await sql`update data_import set is_running = false where id = ${to.importId}`.execute(to.db)
  return true
}

async function begin(
  tools: ImportTools,
  { realmId, source: archive, report, onProgress }: ImportOptions,
  added: Map<string, number>,
): Promise<ImportRun> {
  const { longDb: db } = tools.database
  const now = seconds(tools.clock)
  const source = withoutRepeats(archive, report)
  const { rows } = await sql<{ id: number; finished_upto: number }>`
    insert into data_import as i (realm_id, format, identity, started_at)
    values (${realmId}, ${source.format}, ${source.identity}, ${now})
    on conflict (realm_id, format, identity) do update set is_running = true
    returning id, finished_upto`.execute(db)
  const { id: importId, finished_upto: finishedUpto } = rows[0]!
  const live = await tools.realms.live(realmId)
  await live.catchUp()
  return {
    ...{ tools, source, report, db, live, importId, finishedUpto, now },
    realm: live.state.overlay(),
    people: await loadIds(db, importId, 'person'),
    groups: await loadIds(db, importId, 'group'),
    folders: await loadIds(db, importId, 'folder'),
    channels: await loadIds(db, importId, 'channel'),
    emoji: await loadIds(db, importId, 'emoji'),
    fields: await loadIds(db, importId, 'field'),
    newChannels: new Set(),
    progress: (step, done) => onProgress?.(step, done),
    added: (what, count = 1) => added.set(what, (added.get(what) ?? 0) + count),
  }
}

/** Rows that a killed run has left count too. */
async function hasNews({ db, importId }: ImportRun): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    select exists (select from import_row where import_id = ${importId} and into_table <> 'scheduled_message')
      or exists (select from import_block where import_id = ${importId}) as news`.execute(db)
  return rows[0]!.news
}
