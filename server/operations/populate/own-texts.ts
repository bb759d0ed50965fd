import { sql } from 'kysely'
import type { Step } from './step.ts'

/** One person in ten keeps two drafts, a snippet and a view, has muted a channel, and follows the topics of another. */
export const ownTexts: Step = {
  name: 'drafts, snippets, views and topics',
  async run(to) {
    await sql`
      insert into draft (realm_id, user_id, type, recipients, topic, content, edited_at)
      select ${to.realmId}::int, p.id, kind, case kind when '' then '{}'::int[] else array[c.id] end,
        case kind when '' then '' else 'plans' end, 'A thought of person ' || p.index, ${to.now}::bigint
      from pop_user p cross join unnest(array['', 'stream']) as kind
      cross join (select min(id) as id from channel where realm_id = ${to.realmId}::int) c
      where p.index % 10 = 1`.execute(to.tx)
    await sql`
      insert into saved_snippet (realm_id, user_id, title, content, created_at)
      select ${to.realmId}::int, id, 'Greeting', 'Hello from person ' || index, ${to.now}::bigint
      from pop_user where index % 10 = 1`.execute(to.tx)
    await sql`
      insert into navigation_view (realm_id, user_id, fragment, is_pinned)
      select ${to.realmId}::int, id, 'narrow/is/starred', true from pop_user where index % 10 = 1`.execute(to.tx)
    await sql`
      update subscription s set is_muted = true from (
        select s.user_id, max(s.channel_id) as channel_id from subscription s join pop_user p on p.id = s.user_id
        where p.index % 10 = 1 group by s.user_id
      ) m where m.user_id = s.user_id and m.channel_id = s.channel_id`.execute(to.tx)
    await sql`
      insert into user_topic (user_id, channel_id, name_key, realm_id, name, policy, updated_at)
      select p.id, t.channel_id, t.name_key, ${to.realmId}::int, t.name, 3, ${to.now}::bigint
      from pop_user p
      cross join (select * from topic where channel_id = (select min(id) from channel where realm_id = ${to.realmId}::int)
        order by id limit 5) t
      where p.index % 10 = 1`.execute(to.tx)
  },
}
