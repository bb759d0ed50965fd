import type { Invariant } from '../../kernel/db/invariant.ts'

export const widgetsInvariants: readonly Invariant[] = [
  {
    name: 'submessages-marked',
    holds: 'exactly the messages with submessages are marked so, and their senders are of the same organization',
    breaches: `
      select format('message %s %s', m.id, case when s.id is null then 'is marked' else 'is not marked' end) as detail
      from message m left join lateral (
        select s.id from submessage s where s.realm_id = m.realm_id and s.message_id = m.id limit 1
      ) s on true
      where (m.mflags & 256 <> 0) <> (s.id is not null)
      union all
      select format('submessage %s is by account %s', s.id, s.sender_id)
      from submessage s join account a on a.id = s.sender_id where a.realm_id <> s.realm_id`,
  },
]
