import type { OpenedDatabase } from './db/connect.ts'
import { openPool } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { refusalOf } from './startup-refusal.ts'

/** Brings the database to the newest state, on a connection that ends with it, and says what takes time. */
export async function migrateDatabase(opened: OpenedDatabase, log: { info(text: string): void }): Promise<string[]> {
  const applied: string[] = []
  const { db, close } = openPool({ ...opened.connection, max: 1 })
  const slow = setInterval(() => log.info(`The database is being brought up to date (${applied.at(-1)}).`), 1000)
  try {
    await migrate(db, (name) => void applied.push(name))
    return applied
  } catch (error) {
    throw refusalOf(error, opened.description)
  } finally {
    clearInterval(slow)
    await close()
  }
}
