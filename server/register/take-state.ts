import type { Db } from '../db/database.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import type { Fields, StateSlice, VisitorRequest } from './snapshot.ts'
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
      const complete: Fields[] = []
      for (const part of snapshot.taken) complete.push(typeof part === 'function' ? await part(trx) : part)
      return { position: snapshot.position, fields: complete }
    })
  // The connection is free while the text is written.
  return { position, members: await writeState(fields) }
}
