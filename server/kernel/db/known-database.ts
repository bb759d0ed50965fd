import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { restoreMark } from '../base/data-folder.ts'
import { databasePlace } from '../base/database-url.ts'
import { refusalOf, refuse } from '../base/startup-refusal.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** Remembers in the data folder that its data is in the database of DATABASE_URL. */
const markIn = (dataDir: string): string => join(dataDir, 'external-database.txt')

/** Called when the server has found an organization in that database. */
export function rememberDatabase({ dataDir, databaseUrl }: Place): void {
  if (databaseUrl === null) return
  const mark = markIn(dataDir)
  const place = databasePlace(databaseUrl) ?? ''
  if (rememberedIn(dataDir) === place) return
  try {
    const beside = `${mark}.${process.pid}`
    writeFileSync(beside, `${place}\n\nThe data of this folder is in this PostgreSQL database (DATABASE_URL).\n`)
    renameSync(beside, mark)
  } catch (error) {
    throw refusalOf(error, dataDir)
  }
}

/** Refuses a start without DATABASE_URL where it was used before: people would meet an empty or a very old server. */
export function requireRememberedUrl({ dataDir, databaseUrl }: Place): void {
  const place = databaseUrl === null ? rememberedIn(dataDir) : null
  if (place !== null) throw refuse.databaseUrlMissing(place, markIn(dataDir))
}

/** Refuses to begin an organization in an empty database where there was another database before. */
export function requireNoneRemembered({ dataDir, databaseUrl }: Place): void {
  const place = databaseUrl === null ? null : rememberedIn(dataDir)
  if (place !== null) throw refuse.databaseEmpty(databasePlace(databaseUrl!) ?? '', place, markIn(dataDir))
}

function rememberedIn(dataDir: string): string | null {
  const mark = markIn(dataDir)
  return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n', 1)[0]! : null
}

/**
 * Refuses to create a database in a folder with the secret or the uploads of another one, which is lost or elsewhere. A
 * restore brings the database that belongs to them, and looks at them itself.
 */
export function requireNoOrphans(dataDir: string): void {
  if (existsSync(restoreMark(dataDir))) return
  if (existsSync(join(dataDir, 'secret'))) throw refuse.databaseLost(dataDir, 'a secret')
  if (hasUploads(dataDir)) throw refuse.databaseLost(dataDir, 'uploads')
}

export function hasUploads(dataDir: string): boolean {
  const uploads = join(dataDir, 'uploads')
  return existsSync(uploads) && readdirSync(uploads).some((name) => name !== 'incoming')
}
