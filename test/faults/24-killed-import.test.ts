import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { writeExportFile } from '../../server/operations/exports/write-export-file.ts'
import { breaches } from '../breaches.ts'
import { writeZulip, zulipTables } from '../imports/zulip-archive.ts'
import { temporaryFolder } from '../parley-process.ts'
import { useServer } from '../use-server.ts'
import { rounds } from './rounds.ts'
import { readMessages, runImport } from './run-import.ts'

/** Messages of the archive that Ann receives. */
const MESSAGES = 8
/** More statements than an import of the archive has. */
const STATEMENTS = 450

const folder = temporaryFolder()
const { server, ann } = useServer({ members: ['ann'] })
const { server: source, ann: sender } = useServer({ members: ['ann'], channel: 'garden' })
afterAll(() => folder.remove())

/** An archive of another organization each time. */
async function archive(number: number): Promise<string> {
  const path = join(folder.path, `archive-${number}`)
  const tables = zulipTables()
  tables['zerver_realm']![0]!['uuid'] = `7f2d1b9e-0000-4000-8000-${`${number}`.padStart(12, '0')}`
  await writeZulip(path, { tables })
  return path
}

async function received(): Promise<number> {
  const messages = await readMessages(server, ann)
  return messages.filter(
    ({ sender_full_name: name, timestamp }) => name !== 'Notification Bot' || timestamp < 1_800_000_000,
  ).length
}

test(
  'kill -9 during an import leaves the old state or the new one, and the next run completes it',
  async () => {
    const before = await received()
    let [kills, imports] = [0, 0]
    let path = await archive(imports)
    for (let round = 0; round < rounds(3, 30); round += 1) {
      const code = await runImport(server, ['zulip', path], randomInt(STATEMENTS))
      const isComplete = (await received()) === before + (imports + 1) * MESSAGES
      expect(await received()).toBe(before + (imports + (isComplete ? 1 : 0)) * MESSAGES)
      expect(await breaches(server)).toEqual([])
      if (code === null) kills += 1
      if (!isComplete) continue
      imports += 1
      path = await archive(imports)
    }
    await runImport(server, ['zulip', path])
    console.log(`kill -9 within imports: ${kills} kills, ${imports + 1} complete imports`)
    expect(await received()).toBe(before + (imports + 1) * MESSAGES)
    expect(await breaches(server)).toEqual([])
  },
  rounds(300_000, 1_800_000),
)

test(
  'kill -9 during an import of our own archive does the same, and the archive may have grown',
  async () => {
    const path = join(folder.path, 'export.tar.gz')
    let sent = 0
    const grow = async () => {
      sent += 1
      const message = { type: 'channel', to: 'garden', topic: 'roses', content: `from the archive ${sent}` } as const
      await sender.client.call(endpoints.sendMessage, message)
      await writeExportFile(source.ctx, source.realm, path, new AbortController().signal)
    }
    const found = async () =>
      (await readMessages(server, ann)).filter(({ content }) => content.includes('from the archive')).length
    await grow()
    let kills = 0
    for (let round = 0; round < rounds(3, 30); round += 1) {
      const code = await runImport(server, ['parley', path], randomInt(STATEMENTS))
      const now = await found()
      expect([sent - 1, sent]).toContain(now)
      expect(await breaches(server)).toEqual([])
      if (code === null) kills += 1
      if (now === sent) await grow()
    }
    await runImport(server, ['parley', path])
    console.log(`kill -9 within imports of our own archive: ${kills} kills, ${sent} messages`)
    expect(await found()).toBe(sent)
    expect(await breaches(server)).toEqual([])
  },
  rounds(300_000, 1_800_000),
)
