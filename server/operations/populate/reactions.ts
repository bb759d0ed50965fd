import { sql } from 'kysely'
import { type Step, uniform } from './step.ts'

const UNICODE_EMOJI = 1
const EMOJI = [
  { code: '1f44d', name: '+1' },
  { code: '2764', name: 'heart' },
  { code: '1f389', name: 'tada' },
  { code: '1f642', name: 'smile' },
]

/** One message in 40 has up to three reactions by its receivers. */
export const reactions: Step = {
  name: 'reactions',
  async run(to) {
    await sql`
      insert into reaction (realm_id, message_id, user_id, kind, emoji_code, emoji_name)
      select ${to.realmId}::int, r.id, coalesce(r.members[1 + r.k], u.id), ${UNICODE_EMOJI}::int, e.code, e.name
      from (
        select m.*, floor(${uniform('m.n * 4 + i', 31)} * m.size)::int as k,
          1 + floor(${uniform('m.n * 4 + i', 32)} * ${EMOJI.length}::int)::int as emoji
        from pop_message m cross join lateral generate_series(0, m.n % 3) i where m.n % 40 = 5
      ) r
      left join pop_user u on u.index = (r.start + r.k::bigint * r.stride) % ${to.size.users}::int
      join unnest(${EMOJI.map((e) => e.code)}::text[], ${EMOJI.map((e) => e.name)}::text[])
        with ordinality as e(code, name, n) on e.n = r.emoji
      order by r.n
      on conflict do nothing`.execute(to.tx)
  },
}

/** One message in 2,000 has a poll with a vote of its sender. */
export const polls: Step = {
  name: 'polls',
  async run({ tx, realmId }) {
    const question = JSON.stringify({ widget_type: 'poll', extra_data: { question: 'Soup?', options: ['Yes', 'No'] } })
    const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
    await sql`
      insert into submessage (realm_id, message_id, sender_id, msg_type, content)
      select m.realm_id, m.id, m.sender_id, 'widget', d.content
      from pop_message p join message m on m.realm_id = ${realmId}::int and m.id = p.id
      cross join unnest(array[${question}, ${vote}]::text[]) with ordinality as d (content, n)
      where p.n % 2000 = 7 order by m.id, d.n`.execute(tx)
    await sql`
      update message set mflags = mflags | 256 where realm_id = ${realmId}::int
        and id in (select message_id from submessage where realm_id = ${realmId}::int)`.execute(tx)
  },
}
