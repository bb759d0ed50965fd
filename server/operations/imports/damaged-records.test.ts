import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { breaches } from '../../../test/breaches.ts'
import { writeZulip, zulipMessages, zulipTables } from '../../../test/imports/zulip-archive.ts'
import { useServer } from '../../../test/use-server.ts'
import { writeExportFile } from '../exports/write-export-file.ts'
import { seededRandom } from '../populate/random.ts'
import { readTar } from './archive/read-tar.ts'
import { openParley } from './parley/open-parley.ts'
import { ImportReport } from './report.ts'
import { runImport } from './run-import.ts'
import type { OpenSource } from './source.ts'
import { openZulip } from './zulip/open-zulip.ts'

type Row = Record<string, unknown>

const ODD = [
  null,
  undefined,
  -1,
  2 ** 60,
  1e-9,
  '',
  'x'.repeat(3_000),
  'a\0b\ud800',
  [],
  {},
  [[[]]],
  true,
  '../x',
  '99',
]

const folder = mkdtempSync(join(tmpdir(), 'parley-damaged-'))
const { server } = useServer()
afterAll(() => rmSync(folder, { recursive: true }))

/** Changes one field in a number of rows, the same ones for the same seed. */
function damage(seed: number, lists: readonly Row[][]): void {
  const random = seededRandom(seed)
  for (const list of lists)
    for (const row of list) {
      const names = Object.keys(row)
      if (random.below(3) > 0 || names.length === 0) continue
      row[names[random.below(names.length)]!] = ODD[random.below(ODD.length)]
    }
  for (const list of lists) if (random.below(4) === 0) list.push(ODD[random.below(ODD.length)] as Row)
}

async function importFrom(open: OpenSource, path: string): Promise<ImportReport> {
  const report = new ImportReport()
  const source = await open(path, { report, fetchFiles: false })
  await runImport(server.ctx, { realmId: server.realm.id, source, report })
  await source.close()
  return report
}

test('records of a Zulip export with odd values are skipped or mended, whatever they are', async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const path = join(folder, `zulip-${seed}`)
    const [tables, messages] = [zulipTables(), zulipMessages()]
    const { zerver_realm: realm, ...others } = tables
    damage(seed, [...Object.values(others), ...messages.flatMap((piece) => Object.values(piece))])
    realm![0]!['uuid'] = `damaged ${seed}`
    await writeZulip(path, { tables, messages })
    await importFrom(openZulip, path)
    expect(await breaches(server)).toEqual([])
  }
})

test('the same holds for an archive of our own', async () => {
  const file = join(folder, 'export.tar.gz')
  await writeExportFile(server.ctx, server.realm, file, new AbortController().signal)
  const files = new Map<string, Buffer>()
  for await (const { name, content } of readTar(file)) {
    const chunks: Buffer[] = []
    for await (const chunk of content()) chunks.push(Buffer.from(chunk))
    files.set(name, Buffer.concat(chunks))
  }
  for (let seed = 1; seed <= 4; seed += 1) {
    const path = join(folder, `parley-${seed}`)
    for (const [name, bytes] of files) {
      const target = join(path, name)
      mkdirSync(join(target, '..'), { recursive: true })
      if (name === 'organization.json') {
        writeFileSync(target, JSON.stringify({ ...JSON.parse(`${bytes}`), uuid: `damaged ${seed}` }))
        continue
      }
      if (!name.endsWith('.json')) {
        writeFileSync(target, bytes)
        continue
      }
      const rows = JSON.parse(`${bytes}`) as Row[]
      damage(seed, [rows])
      writeFileSync(target, JSON.stringify(rows))
    }
    await importFrom(openParley, path)
    expect(await breaches(server)).toEqual([])
  }
})
