import type { TestDatabase } from '../harness.ts'

/**
 * The database refuses new and changed rows, as on a full disk, while it can be read. With a table, only those of that
 * one. Returns a function that ends it.
 */
export async function fillDatabase(
  { pool }: Pick<TestDatabase, 'pool'>,
  table: string | null = null,
): Promise<() => Promise<void>> {
  await pool.query(`
    create function disk_full() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`)
  await pool.query(`
    do $$ declare one text; begin
      for one in select tablename from pg_tables where schemaname = 'public' ${table === null ? '' : `and tablename = '${table}'`} loop
        execute format('create trigger disk_full before insert or update on %I for each row execute function disk_full()', one);
      end loop;
    end $$`)
  return async () => {
    await pool.query('drop function disk_full cascade')
  }
}
