import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processIdentity } from './live-process.ts'
import { makeDataFolder } from './make-folder.ts'
import { type ProgressLog, sayWhenSlow } from './say-when-slow.ts'
import { refusalOf, refuse } from './startup-refusal.ts'

/** The user of a data folder. `parley.json` in the folder records it, for other processes and for people. */
export interface Holder {
  readonly pid: number
  /** Distinguishes this process from a later one with the same number. */
  readonly identity: string
  /** The command, for example `serve`. */
  readonly command: string
  /** The address of the server. Null for any other command. */
  readonly url: string | null
  /** The node id in the database. */
  readonly node: string
}

export interface ClaimedFolder {
  readonly node: string
  /** The node that had the folder before and did not release it. It no longer runs. */
  readonly predecessor: string | null
  release(): void
}

const PATIENCE = 10_000

/** A file that exists while data is restored into the folder. Its content is then not complete. */
export const restoreMark = (dataDir: string): string => join(dataDir, 'restore-unfinished')

export function requireNoRestore(dataDir: string): void {
  if (existsSync(restoreMark(dataDir))) throw refuse.restoreUnfinished(dataDir)
}

/**
 * Makes this process the only user of the data folder. Waits for a short command. If a server uses the folder, it
 * throws an error with the server's address.
 */
export async function claimDataFolder(
  dataDir: string,
  command: string,
  url: string | null,
  log: ProgressLog,
): Promise<ClaimedFolder> {
  if (command !== 'restore') requireNoRestore(dataDir)
  const end = performance.now() + PATIENCE
  const node = randomUUID()
  const claim: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '', command, url, node }
  let other = ''
  return sayWhenSlow(
    log,
    () => `Waiting for ${other}, which uses the data folder.`,
    async () => {
      for (;;) {
        const { holder, predecessor } = tryClaim(dataDir, claim)
        if (holder === null) return { node, predecessor, release: () => release(dataDir) }
        if (holder.url !== null) throw refuse.folderInUse(dataDir, holder.url, holder.pid)
        if (performance.now() > end) throw refuse.folderBusy(dataDir, holder.command, holder.pid)
        other = `"parley ${holder.command}" (process ${holder.pid})`
        await sleep(100)
      }
    },
  )
}

/** The process that uses this folder now. Null if there is none. */
export function currentHolder(dataDir: string): Holder | null {
  const holder = read(join(dataDir, 'parley.json'))
  return holder && processIdentity(holder.pid) === holder.identity ? holder : null
}

/** Returns no holder if the claim succeeded. */
function tryClaim(dataDir: string, claim: Holder): { holder: Holder | null; predecessor: string | null } {
  const file = join(dataDir, 'parley.json')
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    // Outside of the next `try`, whose cleanup would fail too if the path is not a folder.
    makeDataFolder(dataDir)
  } catch (error) {
    throw problem(error, dataDir)
  }
  try {
    writeFileSync(temporary, `${JSON.stringify(claim, null, 2)}\n`, { mode: 0o600 })
    let predecessor: string | null = null
    for (;;) {
      if (linked(temporary, file)) return { holder: null, predecessor }
      const holder = currentHolder(dataDir)
      if (holder) return { holder, predecessor }
      predecessor = read(file)?.node ?? predecessor
      removeStale(file)
    }
  } catch (error) {
    throw problem(error, dataDir)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Creates a link, which either appears with its whole content or fails because the name exists. The claim is therefore
 * atomic.
 */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the file of a dead process. Restores it if a live process has claimed the folder in the meantime. */
function removeStale(file: string): void {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const holder = read(aside)
  if (holder && processIdentity(holder.pid) === holder.identity) linked(aside, file)
  rmSync(aside, { force: true })
}

function release(dataDir: string): void {
  const file = join(dataDir, 'parley.json')
  if (read(file)?.pid === process.pid) rmSync(file, { force: true })
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw refuse.holderForbidden(file)
    if (code === 'EISDIR') throw refuse.holderIsFolder(file)
    return null
  }
}

function problem(error: unknown, dataDir: string): unknown {
  const impossible = (error as NodeJS.ErrnoException).code === 'ENOENT'
  return impossible ? refuse.folderImpossible(dataDir) : refusalOf(error, dataDir)
}
