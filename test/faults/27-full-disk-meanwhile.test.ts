import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { diskStoreIn } from '../../server/kernel/files/disk-store.ts'
import { checkFiles } from '../../server/operations/fsck/check-files.ts'
import { ImportReport } from '../../server/operations/imports/report.ts'
import { openZulip } from '../../server/operations/imports/zulip/open-zulip.ts'
import { backUp, restore } from '../backup/restored.ts'
import { breaches } from '../breaches.ts'
import { fillDisk } from '../full-disk.ts'
import { startTestServer } from '../harness.ts'
import { importSource } from '../imports/imports-of.ts'
import { writeZulip } from '../imports/zulip-archive.ts'
import { childEnvironment, operatorOf, parleyEntry, temporaryFolder } from '../parley-process.ts'
import { useServer } from '../use-server.ts'
import { callingStore } from './calling-store.ts'
import { fillDatabase } from './full-database.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'beds' })
const folder = temporaryFolder()
const archive = join(folder.path, 'garden')
const file = join(folder.path, 'backup')
const parley = operatorOf(() => server)
const FULL = { status: 507, msg: 'The server has no disk space left' }

beforeAll(() => writeZulip(archive))
afterAll(() => folder.remove())

const say = (content: string) =>
  ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'beds', topic: 'soup', content })
const upload = (text: string) =>
  ann.client.call(endpoints.uploadFile, {
    filename: { filename: 'soup.txt', type: 'text/plain', bytes: Buffer.from(text) },
  })
const read = async () => {
  const { messages } = await ann.client.call(endpoints.getMessages, { anchor: 'newest', num_before: 100, num_after: 0 })
  return messages.map(({ content }) => content)
}

test('disks that become full during a backup: the backup has what was there, and the server recovers', async () => {
  await say('stored')
  const { url } = await upload('tomato')
  await say(`[soup](${url})`)
  const store = diskStoreIn(server.ctx.config.dataDir)
  const frees: (() => unknown)[] = []
  const fill = async () => {
    if (frees.length > 0) return
    frees.push(await fillDatabase(server.database), fillDisk(server.ctx.config.dataDir))
    await expect(say('no space for this')).rejects.toMatchObject(FULL)
    await expect(upload('no space for this')).rejects.toMatchObject(FULL)
    expect(await read()).toContain('<p>stored</p>')
  }
  await backUp(server, file, null, callingStore(store, fill))
  expect(frees).toHaveLength(2)
  for (const free of frees) await free()
  await say('after it')
  await upload('leek')
  expect(await read()).not.toContain('<p>no space for this</p>')
  expect(await breaches(server)).toEqual([])
  for await (const finding of checkFiles(server.database.db, store)) expect(finding).toBeNull()
  const restored = await restore(file)
  try {
    const after = await startTestServer({ beside: restored })
    expect(await breaches(after)).toEqual([])
    for await (const finding of checkFiles(after.database.db, diskStoreIn(restored.ctx.config.dataDir)))
      expect(finding).toBeNull()
    await after.close()
  } finally {
    await restored.close()
  }
})

test('a backup of a database on a full disk is complete, and one onto a full disk is refused in a sentence', async () => {
  const free = await fillDatabase(server.database)
  try {
    expect(await parley('backup', file)).toMatchObject({ code: 0 })
  } finally {
    await free()
  }
  expect(statSync(file).size).toBeGreaterThan(1_000)
  const { dataDir, secretFile } = server.ctx.config
  const env = {
    ...childEnvironment(),
    PARLEY_DATA_DIR: dataDir,
    DATABASE_URL: server.database.url,
    PARLEY_UNSAFE_DATABASE: 'on',
    PARLEY_SECRET_FILE: secretFile,
  }
  const errors = join(folder.path, 'errors')
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  const line = `"$0" --disable-warning=ExperimentalWarning "$1" backup - > /dev/full 2> "$2"`
  execFile('sh', ['-c', line, process.execPath, parleyEntry(), errors], { env }).on('close', resolve)
  expect(await ended).toBe(1)
  expect(readFileSync(errors, 'utf8')).toBe(
    'The backup on standard output cannot be written (the disk is full): choose another place for it.\n',
  )
})

test('a database whose disk becomes full during an import: nothing of it is seen, and the next run completes it', async () => {
  const before = await read()
  const source = await openZulip(archive, { report: new ImportReport(), fetchFiles: false })
  let free = async () => {}
  const interrupted = {
    ...source,
    async *reactions() {
      free = await fillDatabase(server.database)
      await expect(say('no space for this')).rejects.toMatchObject(FULL)
      expect(await read()).toEqual(before)
      yield* source.reactions!()
    },
  }
  await expect(importSource(server, interrupted)).rejects.toMatchObject({ code: '53100' })
  await free()
  // The command has begun when it finds no space.
  free = await fillDatabase(server.database, 'import_row')
  expect(await parley('import', 'zulip', archive)).toEqual({
    code: 1,
    out: '',
    errors:
      'A disk is full (could not extend file: No space left on device): free some space on it and run the command again.',
  })
  expect(await read()).toEqual(before)
  await free()
  await say('there is space')
  expect(await breaches(server)).toEqual([])
  expect(await parley('import', 'zulip', archive)).toMatchObject({ code: 0 })
  expect(await read()).toContain('<p>to Ann alone</p>')
  expect((await read()).filter((content) => content === '<p>there is space</p>')).toHaveLength(1)
  expect(await breaches(server)).toEqual([])
})
