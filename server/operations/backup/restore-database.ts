import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import { migrations } from '../../kernel/db/migrations/index.ts'
import type { Migration } from '../../kernel/db/migrations/migration.ts'
import { addMissingCursors } from '../../kernel/log/log-cursors.ts'
import type { Entry } from './archive-reader.ts'
import { CopyIn } from './copy.ts'
import { listTables, setSession } from './describe-database.ts'
import { type Counter, columnList, type Head, qualified, quoted, type Table, tablePrefix } from './format.ts'
import { raiseCounters, skipPositions } from './raise-counters.ts'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Builds a database from a backup in one transaction, so that nobody sees it before it is complete: the schema that the
 * backup was made with, its rows, and then the migrations that it lacks.
 */
export class DatabaseRestore {
  readonly #client: pg.ClientBase
  readonly #db: Db
  #keys: readonly ForeignKey[] = []
  #tables = new Map<string, Table>()
  #copy: { readonly table: string; readonly to: CopyIn } | undefined

  private constructor(client: pg.ClientBase) {
    this.#client = client
    const session = { query: client.query.bind(client) as never, release: () => {} }
    const pool = { connect: async () => session, end: async () => {}, options: {} }
    this.#db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  }

  static async begin(client: pg.ClientBase, head: Head): Promise<DatabaseRestore> {
    const restore = new DatabaseRestore(client)
    await setSession(client)
    await client.query('begin')
    await client.query('create table migration (name text primary key, at timestamptz not null default now())')
    for (const migration of migrations) if (head.migrations.includes(migration.name)) await restore.#migrate(migration)
    await restore.#dropForeignKeys()
    // Migrations may have added rows, which the backup has too.
    for (const table of await listTables(client)) await client.query(`delete from ${qualified(table)}`)
    return restore
  }

  expect(tables: readonly Table[]): void {
    this.#tables = new Map(tables.map((table) => [tablePrefix(table), table]))
  }

  /** Loads rows. False if the entry is not part of a table. */
  async load(entry: Entry, onBytes: (bytes: number) => void): Promise<boolean> {
    const prefix = entry.name.slice(0, entry.name.lastIndexOf('/') + 1)
    const table = this.#tables.get(prefix)
    if (!table) return false
    if (this.#copy?.table !== prefix) {
      await this.#endCopy()
      const text = `copy ${qualified(table)} (${columnList(table)}) from stdin`
      this.#copy = { table: prefix, to: await CopyIn.start(this.#client, text) }
    }
    for await (const chunk of entry.content()) {
      await this.#copy.to.write(chunk)
      onBytes(chunk.length)
    }
    return true
  }

  /** Everything after the rows, except for the commit. */
  async finish(counters: readonly Counter[], head: Head): Promise<void> {
    await this.#endCopy()
    for (const { table, name, definition } of this.#keys)
      await this.#client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    await raiseCounters(this.#client, counters)
    for (const migration of migrations) if (!head.migrations.includes(migration.name)) await this.#migrate(migration)
    await skipPositions(this.#client)
    await addMissingCursors(this.#db)
  }

  async commit(): Promise<void> {
    await this.#client.query('commit')
    await this.#client.query('analyze')
  }

  async #endCopy(): Promise<void> {
    const copy = this.#copy
    this.#copy = undefined
    await copy?.to.end()
  }

  async #migrate({ name, up }: Migration): Promise<void> {
    await up(this.#db as unknown as Kysely<unknown>)
    await sql`insert into migration (name) values (${name})`.execute(this.#db)
  }

  /** Tables refer to each other in circles, so no order of loading them would satisfy all keys. */
  async #dropForeignKeys(): Promise<void> {
    const { rows } = await this.#client.query<ForeignKey>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_namespace n on n.oid = k.connamespace
       where k.contype = 'f' and n.nspname = any(current_schemas(false) || 'graphile_worker'::name)`,
    )
    this.#keys = rows
    for (const { table, name } of rows) await this.#client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  }
}
