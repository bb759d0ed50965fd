import { sql } from 'kysely'
import type { Step } from './step.ts'

const DAY = 86_400

/**
 * One person in ten has a scheduled message to themselves that failed, and a reminder that failed: what waits for its
 * time would need a job.
 */
export const scheduled: Step = {
  name: 'scheduled messages',
  async run({ tx, realmId, now }) {
    await sql`
      insert into scheduled_message (realm_id, user_id, client, user_ids, topic, content, rendered, read_by_sender,
        deliver_at, state)
      select ${realmId}::int, id, 'website', array[id], '', 'Water the plants', '<p>Water the plants</p>', false,
        ${now - DAY}::bigint, 'failed'
      from pop_user where index % 10 = 0`.execute(tx)
    await sql`
      insert into reminder (realm_id, user_id, message_id, note, content, rendered, deliver_at, failed)
      select ${realmId}::int, u.id, m.id, '', 'You requested a reminder.', '<p>You requested a reminder.</p>',
        ${now - DAY}::bigint, true
      from pop_user u, (select min(id) as id from message where realm_id = ${realmId}::int) m
      where u.index % 10 = 0 and m.id is not null`.execute(tx)
  },
}
