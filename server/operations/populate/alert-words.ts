import { sql } from 'kysely'
import type { Step } from './step.ts'

/** One person in ten has two alert words, one of which is their own. */
export const alertWords: Step = {
  name: 'alert words',
  async run(to) {
    await sql`
      insert into alert_words (user_id, realm_id, words)
      select id, ${to.realmId}::int, array['deploy', 'person ' || index] from pop_user where index % 10 = 0`.execute(
      to.tx,
    )
  },
}
