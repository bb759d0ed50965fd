import { versionFields } from '../base/version.ts'
import type { Database } from '../db/database.ts'
import { everyone } from '../log/audience.ts'
import type { Tx } from '../transaction/tx.ts'

interface RestartDoor {
  readonly database: Database
  readonly nodes: { readonly generation: number }
  transact(realmId: number, work: (tx: Tx) => Promise<void>): Promise<void>
}

/** Tells all clients that they now talk to a new process. Organizations in which nobody listens need not be loaded for it. */
export async function announceRestart(door: RestartDoor): Promise<void> {
  const event = { type: 'restart' as const, ...versionFields(), server_generation: door.nodes.generation }
  const rows = await door.database.db.selectFrom('event_queue').select('realm_id').distinct().execute()
  for (const { realm_id: id } of rows) await door.transact(id, async (tx) => tx.emit(event, everyone))
}
