import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { restore } from '../../../test/backup/restored.ts'
import { createEmptyDatabase } from '../../../test/faults/empty-database.ts'
import { openSecret } from '../../kernel/base/secret.ts'
import { openPool } from '../../kernel/db/database.ts'
import { migrate, requireNewest } from '../../kernel/db/migrate.ts'
import { migrations } from '../../kernel/db/migrations/index.ts'
import { diskStoreIn } from '../../kernel/files/disk-store.ts'
import { writeFileWhole } from './backup-file.ts'
import { Progress } from './progress.ts'
import { writeBackup } from './write-backup.ts'

const NEWER = [
  '0092-log-gaps',
  '0099-reply-addresses',
  '0110-reading-by-conversation',
  '0118-moved-messages-by-address',
]

test('a backup of an older release is migrated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const older = await createEmptyDatabase()
  onTestFinished(() => older.close())
  const connection = { connectionString: older.url }
  const { db, close } = openPool(connection)
  await migrate(
    db,
    () => {},
    migrations.filter(({ name }) => !NEWER.includes(name)),
  )
  await sql`
    with r as (
      insert into realm (string_id, host, name, created_at) values ('elsinore', 'elsinore.example', 'Elsinore', 1)
      returning id)
    insert into realm_log (realm_id, seq) select id, 7 from r`.execute(db)
  await close()
  const secretFile = join(folder, 'secret')
  openSecret(secretFile)
  const file = join(folder, 'backup')
  const source = { connection, store: diskStoreIn(folder), secretFile, now: 1 }
  await writeFileWhole({ file, passphrase: null }, writeBackup(source, new Progress('Backing up')))

  const restored = await restore(file)
  onTestFinished(() => restored.close())
  await requireNewest(restored.database.db)
  const { rows } = await sql`
    select r.name, g.first, l.seq - g.last as after from realm r
    join realm_log l on l.realm_id = r.id join log_gap g on g.realm_id = r.id`.execute(restored.database.db)
  expect(rows).toEqual([{ name: 'Elsinore', first: 8, after: 0 }])
})
