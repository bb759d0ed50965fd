import { type Invariant, IS_HIDDEN } from '../kernel/db/invariant.ts'
import { WAY_BEFORE } from '../kernel/ledger/moves-sql.ts'

export const messagesInvariants: readonly Invariant[] = [
  {
    name: 'hseq-dense',
    holds: 'the positions in a conversation have no gap, except among those at or below its spent position',
    breaches: `
      select format('conversation %s: after position %s comes %s', home_conv, previous, hseq) as detail
      from (
        select m.home_conv, m.hseq, c.spent_hseq,
          coalesce(lag(m.hseq) over (partition by m.home_conv order by m.hseq), 0) as previous
        from message m join conversation c on c.id = m.home_conv
      ) m where hseq > spent_hseq and hseq <> greatest(previous, spent_hseq) + 1`,
  },
  {
    name: 'hseq-in-id-order',
    holds: 'a later position in a conversation has a larger message id',
    breaches: `
      select format('conversation %s: message %s at position %s follows message %s', home_conv, id, hseq, previous)
        as detail
      from (
        select home_conv, hseq, id, lag(id) over (partition by home_conv order by hseq) as previous from message
      ) m where id <= previous`,
  },
  {
    name: 'conversation-spent',
    holds: 'the spent positions of a conversation are not negative',
    breaches: `
      select format('conversation %s: position %s is spent', c.id, c.spent_hseq) as detail
      from conversation c where c.spent_hseq < 0`,
  },
  {
    name: 'moved-message',
    holds: 'a message that changed its channel names its last move, which ends where the message is',
    breaches: `
      select format('message %s is in conversation %s, its move %s ends in %s', m.id, m.conv_id,
        coalesce(m.move_id::text, 'none'), coalesce(v.to_conv::text, 'none')) as detail
      from message m left join move v on v.id = m.move_id
      where (m.mflags & 128 <> 0) <> (m.move_id is not null)
        or (m.move_id is null and m.conv_id <> m.home_conv)
        or (m.move_id is not null and (v.to_conv is distinct from m.conv_id or v.realm_id <> m.realm_id))`,
  },
  {
    name: 'move-well-formed',
    holds: 'a move follows an earlier one of the same organization, or none',
    breaches: `
      select format('move %s of depth %s follows move %s of depth %s', v.id, v.depth, p.id, p.depth) as detail
      from move v left join move p on p.id = v.prev
      where v.depth <> coalesce(p.depth, 0) + 1 or p.realm_id <> v.realm_id or p.at_seq >= v.at_seq`,
  },
  {
    name: 'way-before-a-move',
    holds:
      'a move knows through which conversations its messages passed before, since they were last given to everybody',
    breaches: `
      select format('move %s of conversation %s does not know the way before it', v.id, v.to_conv) as detail
      from move v join move p on p.id = v.prev cross join lateral (${WAY_BEFORE}) w
      where (v.passed_convs, v.passed_first, v.passed_last, v.passed_gains)
        <> (w.passed_convs, w.passed_first, w.passed_last, w.passed_gains)`,
  },
  {
    name: 'topic-edit-of-topic',
    holds: 'an edit of a topic is of a topic that has messages',
    breaches: `
      select format('edit %s is of topic %s', e.id, e.topic_id) as detail
      from topic_edit e where not exists (select from message m where m.topic_id = e.topic_id)`,
  },
  {
    name: 'topic-name-key',
    holds: 'the key of a topic is its case-folded name (checked for ASCII names)',
    breaches: `
      select format('topic %s: the key of "%s" is "%s"', id, name, name_key) as detail
      from topic where name ~ '^[ -~]*$' and name_key <> lower(name)`,
  },
  {
    name: 'message-topic-in-channel',
    holds: 'a channel message has a topic of its channel, a direct message has none',
    breaches: `
      select format('message %s of conversation %s has topic %s', m.id, m.conv_id, coalesce(m.topic_id::text, 'none'))
        as detail
      from message m
      left join channel c on c.conv_id = m.conv_id
      left join topic t on t.id = m.topic_id
      where t.channel_id is distinct from c.id`,
  },
  {
    name: 'message-within-realm',
    holds: 'a message belongs to the organization of its conversation and of its sender',
    breaches: `
      select format('message %s of organization %s: conversation %s, sender %s', m.id, m.realm_id, m.conv_id, m.sender_id)
        as detail
      from message m
      left join conversation c on c.id = m.conv_id
      left join conversation h on h.id = m.home_conv
      left join account a on a.id = m.sender_id
      where (c.realm_id is distinct from m.realm_id or h.realm_id is distinct from m.realm_id
        or a.realm_id is distinct from m.realm_id) and not ${IS_HIDDEN}`,
  },
  {
    name: 'message-ids-used-up',
    holds: 'the next message id is larger than every existing message id',
    breaches: `
      select format('the newest message is %s, the counter is at %s', m.last, s.last_value) as detail
      from (select max(id) as last from message) m cross join message_id_seq s
      where m.last > s.last_value or (m.last = s.last_value and not s.is_called)`,
  },
  {
    name: 'conversation-kind',
    holds: 'a conversation is either one channel’s or has its people, sorted, of its own organization',
    breaches: `
      select format('conversation %s is neither a channel’s nor has people', v.id) as detail
      from conversation v left join channel c on c.conv_id = v.id
      where (v.members is null) <> (c.id is not null) or c.realm_id <> v.realm_id
      union all
      select format('conversation %s: its people %s are not sorted, or not of this organization', v.id, v.members)
      from conversation v
      where v.members is not null and v.members is distinct from (
        select array_agg(a.id order by a.id) from account a where a.id = any(v.members) and a.realm_id = v.realm_id)`,
  },
  {
    name: 'sent-key-of-message',
    holds: 'a stored send key refers to a message of that sender',
    breaches: `
      select format('the remembered send "%s" of account %s is message %s', k.key, k.user_id, k.message_id) as detail
      from sent_key k left join message m on m.id = k.message_id
      where m.sender_id is distinct from k.user_id`,
  },
]
