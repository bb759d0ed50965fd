import type { Db } from '../db/database.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { type Fields, Json, type StateSlice, type VisitorRequest } from './snapshot.ts'

export interface TakenState {
  readonly position: number
  /** JSON members: `"a":1`, `"b":[…]`. */
  readonly members: readonly string[]
}

/** State as of one position of the log: memory and database are read there, so the queue's events continue exactly from it. */
export async function takeState<Request extends VisitorRequest>(
  db: Db,
  live: LiveRealm,
  /** Made when memory is at the position: who asks may have changed since they asked. */
  request: () => Request,
  slices: readonly StateSlice<Request>[],
): Promise<TakenState> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { position, taken } = await live.atSnapshot(trx, (at) => ({
        position: at,
        taken: slices.map((slice) => slice.take(request())),
      }))
      const members: string[] = []
      for (const part of taken) members.push(...writeFields(typeof part === 'function' ? await part(trx) : part))
      return { position, members }
    })
}

const writeFields = (fields: Fields): string[] =>
  Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${value instanceof Json ? value.text : JSON.stringify(value)}`,
  )
