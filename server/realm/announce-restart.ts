import { everyone } from '../log/audience.ts'
import type { Tx } from '../log/transact.ts'
import { versionFields } from '../version.ts'

interface RestartDoor {
  readonly realms: { readonly ids: readonly number[] }
  readonly nodes: { readonly generation: number }
  transact(realmId: number, work: (tx: Tx) => Promise<void>): Promise<void>
}

/** Tells the clients of every organization that they now talk to a new process. */
export async function announceRestart(door: RestartDoor): Promise<void> {
  const event = { type: 'restart' as const, ...versionFields(), server_generation: door.nodes.generation }
  for (const id of door.realms.ids) await door.transact(id, async (tx) => tx.emit(event, everyone))
}
