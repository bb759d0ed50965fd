import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { runCombined } from '../db/planned.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { type Fields, RowsRequest, type StateSlice, type VisitorRequest } from './snapshot.ts'
import { writeState } from './state-text.ts'

export interface TakenState {
  readonly position: number
  /** JSON members, in pieces: `"a":1,"b":[…]`. */
  readonly members: readonly Buffer[]
}

/**
 * Takes the state at one position of the log. Memory and database are both read there, so the queue's events continue
 * exactly from it.
 */
export async function takeState<Request extends VisitorRequest>(
  db: Db,
  live: LiveRealm,
  /** Called when memory is at the position, because the caller's account may have changed since the request. */
  request: () => Request,
  slices: readonly StateSlice<Request>[],
): Promise<TakenState> {
  const { position, fields } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const snapshot = await live.atSnapshot(trx, (at) => {
        const asked = request()
        return { position: at, taken: slices.map((slice) => slice.take(asked)) }
      })
      const lists = await readRows(
        trx,
        snapshot.taken.filter((part) => part instanceof RowsRequest),
      )
      const complete: Fields[] = []
      for (const part of snapshot.taken) {
        if (part instanceof RowsRequest) complete.push(lists.get(part)!)
        else complete.push(typeof part === 'function' ? await part(trx) : part)
      }
      return { position: snapshot.position, fields: complete }
    })
  // The connection is free while the text is written.
  return { position, members: await writeState(fields) }
}

/** One statement for all of them. */
async function readRows(db: Db, wanted: readonly RowsRequest[]): Promise<ReadonlyMap<RowsRequest, Fields>> {
  if (wanted.length === 0) return new Map()
  const columns = wanted.map(
    ({ query }, index) =>
      sql`(select coalesce(json_agg(r), '[]') from (${query(db)}) as r) as ${sql.ref(`list_${index}`)}`,
  )
  const { rows } = await runCombined(db, sql<Record<string, never[]>>`select ${sql.join(columns)}`)
  return new Map(wanted.map((part, index) => [part, part.present(rows[0]![`list_${index}`]!)]))
}
