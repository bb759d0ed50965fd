import { versionFields } from '../../kernel/base/version.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { WorkContext } from '../../kernel/work-context.ts'

/** Web apps load their newest version when nobody is typing. */
const RELOAD = { type: 'web_reload_client' as const, immediate: false }

/** Tells all clients that they now talk to a new process. Organizations in which nobody listens need not be loaded for it. */
export async function announceRestart(context: WorkContext): Promise<void> {
  const event = { type: 'restart' as const, ...versionFields(), server_generation: context.nodes.generation }
  const rows = await context.database.db.selectFrom('event_queue').select('realm_id').distinct().execute()
  for (const { realm_id: id } of rows) {
    await context.transact(id, async (tx) => {
      tx.emit(event, everyone)
      tx.emit(RELOAD, everyone)
    })
  }
}
