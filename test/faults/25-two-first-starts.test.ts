import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getOwnUser } from '../../api/endpoints/users.ts'
import { temporaryFolder } from '../parley-process.ts'
import { expectConsistent } from './check.ts'
import { createEmptyDatabase } from './empty-database.ts'
import { clientOf, signInOwner } from './place.ts'
import { rounds } from './rounds.ts'
import { ServerProcess } from './server-process.ts'
import { UNSAFE } from './setting.ts'

test('nodes that start at once on an empty database come up with one organization and one secret', async () => {
  for (let round = 0; round < rounds(1, 10); round += 1) await startTogether(2)
})

async function startTogether(count: number): Promise<void> {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  // In a folder that does not exist either.
  const secretFile = join(folder.path, 'shared', 'secret')
  const nodes = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      ServerProcess.prepare({
        databaseUrl: database.url,
        secretFile,
        // Two names of the same machine must not become two organizations.
        env: { ...UNSAFE, PARLEY_URL: `http://node${n}.example.org` },
      }),
    ),
  )
  try {
    for (const node of nodes) node.spawn()
    await Promise.all(nodes.map((node) => node.ready()))
    const owner = await signInOwner(nodes[0]!.url)
    for (const node of nodes) expect((await clientOf(node.url, owner).call(getOwnUser, {})).is_owner).toBe(true)
    expect(await database.query('select count(*)::int as organizations from realm')).toEqual([{ organizations: 1 }])
    const explained = nodes.filter(({ dataDir }) => existsSync(join(dataDir, 'first-sign-in.txt')))
    expect(explained).toHaveLength(1)
    expect(readFileSync(join(explained[0]!.dataDir, 'first-sign-in.txt'), 'utf8')).toContain(owner.apiKey)
  } finally {
    for (const node of nodes) await node.dispose()
  }
  await expectConsistent(database.url)
}
