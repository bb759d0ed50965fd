import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../../kernel/db/tables.ts'
import { deliveryJob } from '../../../messages/scheduled-messages/deliver-scheduled-message.ts'
import type { ImportTools } from '../importing.ts'

/** Scheduled messages come after everything else: their jobs come from the log, which has just started anew. */
export async function publishScheduled(tools: ImportTools, realmId: number, importId: number): Promise<void> {
  await tools.transact(realmId, async (tx) => {
    const { rows } = await sql<Selectable<Tables['scheduled_message']>>`
      insert into scheduled_message (id, realm_id, user_id, client, channel_id, user_ids, topic, content, rendered,
        read_by_sender, deliver_at, state) overriding system value
      select t.id, t.realm_id, t.user_id, t.client, t.channel_id, t.user_ids, t.topic, t.content, t.rendered,
        t.read_by_sender, t.deliver_at, t.state
      from import_row r cross join lateral jsonb_populate_record(null::scheduled_message, r.row) t
      where r.import_id = ${importId} and r.into_table = 'scheduled_message' order by r.id
      returning *`.execute(tx.db)
    for (const row of rows) if (row.state === 'pending') tx.after(deliveryJob(row))
    await sql`delete from import_row where import_id = ${importId} and into_table = 'scheduled_message'`.execute(tx.db)
  })
}
