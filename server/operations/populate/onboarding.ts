import { sql } from 'kysely'
import type { Step } from './step.ts'

/** Two thirds of the people have seen the introduction of the inbox. */
export const onboarding: Step = {
  name: 'onboarding',
  async run(to) {
    await sql`
      insert into onboarding_step (user_id, realm_id, name, at)
      select id, ${to.realmId}::int, 'intro_inbox_view_modal', ${to.now}::bigint from pop_user where index % 3 > 0`.execute(
      to.tx,
    )
  },
}
