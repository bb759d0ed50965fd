import { versionFields } from '../../kernel/base/version.ts'
import type { Database } from '../../kernel/db/database.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'

interface RestartContext {
  readonly database: Database
  readonly nodes: { readonly generation: number }
  transact(realmId: number, work: (tx: Tx) => Promise<void>): Promise<void>
}

/** Web apps load their newest version when nobody is typing. */
const RELOAD = { type: 'web_reload_client' as const, immediate: false }

/** Tells all clients that they now talk to a new process. Organizations in which nobody listens need not be loaded for it. */
export async function announceRestart(context: RestartContext): Promise<void> {
  const event = { type: 'restart' as const, ...versionFields(), server_generation: context.nodes.generation }
  const rows = await context.database.db.selectFrom('event_queue').select('realm_id').distinct().execute()
  for (const { realm_id: id } of rows) {
    await context.transact(id, async (tx) => {
      tx.emit(event, everyone)
      tx.emit(RELOAD, everyone)
    })
  }
}
