import { sql } from 'kysely'
import type { Step } from './step.ts'

const FOLDERS = ['Projects', 'Teams', 'Archive of ideas']

/** Folders with two channels in three, a default channel group, pinned channels, and the traffic that a day counts. */
export const channelSettings: Step = {
  name: 'folders and settings of channels',
  async run(to) {
    await sql`
      insert into channel_folder (realm_id, name, description, rendered_description, position, created_at)
      select ${to.realmId}::int, f.name, '', '', f.n - 1, ${to.now}::bigint
      from unnest(${FOLDERS}::text[]) with ordinality as f (name, n)`.execute(to.tx)
    await sql`
      update channel c set folder_id = f.id
      from pop_place p join channel_folder f on f.realm_id = ${to.realmId}::int and f.position = p.place % 3
      where c.id = p.channel_id and p.place % 3 < 2`.execute(to.tx)
    await sql`
      insert into default_channel_group (realm_id, name, description, channel_ids)
      select ${to.realmId}::int, 'starters', 'For people who are new', array_agg(id order by id)
      from (select id from channel where realm_id = ${to.realmId}::int and not invite_only order by id limit 3) c`.execute(
      to.tx,
    )
    await sql`
      update subscription s set pin_to_top = true, desktop_notifications = true from (
        select s.user_id, min(s.channel_id) as channel_id from subscription s join pop_user p on p.id = s.user_id
        where p.index % 10 = 2 group by s.user_id
      ) m where m.user_id = s.user_id and m.channel_id = s.channel_id`.execute(to.tx)
    // As the recurring task counts it: messages of four weeks, two significant digits.
    await sql`
      update channel c set weekly_traffic =
        case when average < 100 then average else round(average::numeric, 1 - floor(log(average::numeric))::int) end
      from pop_place p cross join lateral (
        select case when count(*) between 1 and 3 then 1 else count(*) / 4 end as average
        from message m where m.conv_id = p.conv_id and m.sent_at >= ${to.now}::bigint - 28 * 86400
      ) recent
      where c.id = p.channel_id`.execute(to.tx)
  },
}
