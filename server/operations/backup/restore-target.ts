import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../kernel/base/config.ts'
import { restoreMark } from '../../kernel/base/data-folder.ts'
import { databasePlace } from '../../kernel/base/database-url.ts'
import { makeFolder } from '../../kernel/base/make-folder.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { openPool } from '../../kernel/db/database.ts'
import { hasUploads } from '../../kernel/db/known-database.ts'
import type { FileStore } from '../../kernel/files/file-store.ts'

/** True if an earlier restore into the same places was interrupted. What it has left there belongs to nobody. */
export const wasInterrupted = (config: Config): boolean => readIfThere(restoreMark(config.dataDir)) === placesOf(config)

/** Where a restore writes. Other places may have data, although one into this folder was interrupted. */
const placesOf = ({ databaseUrl, secretFile, s3 }: Config): string => {
  const database = databaseUrl === null ? null : databasePlace(databaseUrl)
  return `${JSON.stringify({ database, secretFile, endpoint: s3?.endpoint, bucket: s3?.bucket }, null, 2)}\n`
}

/** Refuses a target that has data. Only reads. */
export async function requireEmptyFolder(config: Config, store: FileStore, secret: string): Promise<void> {
  if (wasInterrupted(config)) return
  if (config.databaseUrl === null && exists(join(config.dataDir, 'postgres')))
    throw refuse.restoreIntoData(`${config.dataDir} has a database`)
  const present = readIfThere(config.secretFile)
  // Another node may have been given the same secret.
  if (present !== null && present.trim() !== secret.trim()) throw refuse.restoreIntoData(`${config.secretFile} exists`)
  // Files that the store does not list are somebody's, too.
  const uploads = refuse.restoreIntoData('there are uploaded files')
  if (config.s3 === null && hasUploads(config.dataDir)) throw uploads
  for await (const _ of store.list()) throw uploads
}

/** True if the database has tables of ours or of anybody. */
export async function hasTables(connection: pg.PoolConfig): Promise<boolean> {
  const { pool, close } = openPool({ ...connection, max: 1 })
  try {
    const { rowCount } = await pool.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') limit 1`,
    )
    return rowCount !== 0
  } finally {
    await close()
  }
}

/** From now until `endRestore`, no other command uses the folder. */
export const beginRestore = (config: Config): void =>
  writeFileSync(restoreMark(config.dataDir), placesOf(config), { mode: 0o600, flush: true })

export const endRestore = ({ dataDir }: Config): void => rmSync(restoreMark(dataDir), { force: true })

/** Removes the files of an interrupted restore, which may have been one of another backup. */
export async function emptyStore(store: FileStore): Promise<void> {
  for await (const name of store.list()) await store.remove(name)
}

export async function placeSecret(file: string, secret: string): Promise<void> {
  const temporary = `${file}.restored-${process.pid}`
  makeFolder(dirname(file), 0o711)
  rmSync(temporary, { force: true })
  writeFileSync(temporary, secret, { mode: 0o600, flag: 'wx', flush: true })
  await rename(temporary, file)
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
