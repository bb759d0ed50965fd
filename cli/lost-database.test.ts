import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { refuse } from '../server/kernel/base/startup-refusal.ts'
import { createEmptyDatabase } from '../test/faults/empty-database.ts'
import { freePort, parleyProcess, temporaryFolder } from '../test/parley-process.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

/** The last line of a start or command that is refused. */
async function refusedWith(args: readonly string[], dataDir: string, env: Record<string, string> = {}) {
  const { ended, said } = parleyProcess(args, { dataDir, env, port: await freePort() })
  expect(await ended()).toBe(1)
  return said.errors.trim().split('\n').at(-1)
}

test.each([
  ['a secret', 'serve', (dataDir: string) => writeFileSync(join(dataDir, 'secret'), 'of another time\n')],
  ['a secret', 'migrate', (dataDir: string) => writeFileSync(join(dataDir, 'secret'), 'of another time\n')],
  [
    'uploads',
    'serve',
    (dataDir: string) => mkdirSync(join(dataDir, 'uploads', '1', 'attachment'), { recursive: true }),
  ],
])('a folder with %s and without a database does not become a new server (%s)', async (what, command, furnish) => {
  const dataDir = join(folder.path, `${what} ${command}`)
  mkdirSync(dataDir)
  furnish(dataDir)
  expect(await refusedWith([command], dataDir)).toBe(refuse.databaseLost(dataDir, what).message)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test('a server that used DATABASE_URL does not start without it, nor on an empty database', async () => {
  const dataDir = join(folder.path, 'external')
  const mark = join(dataDir, 'external-database.txt')
  await using used = new AsyncDisposableStack()
  const [database, empty] = [await createEmptyDatabase(), await createEmptyDatabase()]
  used.defer(() => database.close())
  used.defer(() => empty.close())
  const place = ({ url }: { url: string }) => `${new URL(url).host}${new URL(url).pathname}`
  const env = (url: string) => ({ DATABASE_URL: url, PARLEY_UNSAFE_DATABASE: 'on' })
  const served = async (url: string) => {
    const server = parleyProcess(['serve'], { dataDir, port: await freePort(), env: env(url) })
    await server.says('is ready')
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  }

  await served(database.url)
  const missing = refuse.databaseUrlMissing(place(database), mark).message
  expect(await refusedWith(['serve'], dataDir)).toBe(missing)
  expect(await refusedWith(['list-orgs'], dataDir)).toBe(missing)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  expect(await refusedWith(['serve'], dataDir, env(empty.url))).toBe(
    refuse.databaseEmpty(place(empty), place(database), mark).message,
  )
  await served(database.url)
  rmSync(mark)
  expect(await refusedWith(['serve'], dataDir)).toBe(refuse.databaseLost(dataDir, 'a secret').message)
})
