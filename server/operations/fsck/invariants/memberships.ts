import { HEADS, type Invariant } from '../invariant.ts'

const open = 'm.to_seq is null'

export const memberships: readonly Invariant[] = [
  {
    name: 'subscriber-receives',
    holds: 'an active subscription of an active account has an open membership interval',
    breaches: `
      select format('account %s is subscribed to channel %s but receives nothing', s.user_id, s.channel_id) as detail
      from subscription s join channel c on c.id = s.channel_id join account a on a.id = s.user_id
      where s.active and a.is_active and not exists (
        select from member m where m.user_id = s.user_id and m.conv_id = c.conv_id and ${open})`,
  },
  {
    name: 'receiver-is-subscribed',
    holds: 'an open membership interval in a channel has an active subscription of an active account',
    breaches: `
      select format('account %s receives channel %s without a subscription', m.user_id, c.id) as detail
      from member m join channel c on c.conv_id = m.conv_id
      where ${open} and not exists (
        select from subscription s join account a on a.id = s.user_id
        where s.user_id = m.user_id and s.channel_id = c.id and s.active and a.is_active)`,
  },
  {
    name: 'receiver-takes-part',
    holds: 'only its people receive a direct conversation',
    breaches: `
      select format('account %s receives direct conversation %s of others', m.user_id, m.conv_id) as detail
      from member m left join conversation c on c.id = m.conv_id
      where c.id is null or (c.members is not null and not m.user_id = any(c.members))`,
  },
  {
    name: 'subscription-within-realm',
    holds: 'an account is subscribed to channels of its own organization',
    breaches: `
      select format('account %s is subscribed to channel %s of another organization', a.id, c.id) as detail
      from subscription s join account a on a.id = s.user_id join channel c on c.id = s.channel_id
      where a.realm_id <> c.realm_id`,
  },
  {
    name: 'interval-well-formed',
    holds: 'an interval ends at or after its start, in both counts or in neither, and not in the future',
    breaches: `
      select format('account %s in conversation %s: interval (%s, %s] at log (%s, %s]', m.user_id, m.conv_id,
        m.from_hseq, m.to_hseq, m.from_seq, m.to_seq) as detail
      from member m join ${HEADS} c on c.id = m.conv_id join realm_log l on l.realm_id = c.realm_id
      where (m.to_hseq is null) <> (m.to_seq is null) or m.to_hseq < m.from_hseq or m.to_seq < m.from_seq
        or m.from_hseq < 0 or greatest(m.from_hseq, m.to_hseq) > c.last_hseq
        or greatest(m.from_seq, m.to_seq) > l.seq`,
  },
  {
    name: 'intervals-apart',
    holds: 'the intervals of an account in a conversation do not overlap',
    breaches: `
      select format('account %s in conversation %s: an interval from %s begins before the earlier one ends',
        user_id, conv_id, from_hseq) as detail
      from (
        select *, lag(coalesce(to_hseq, 2147483647)) over earlier as hseq_before,
          lag(coalesce(to_seq, 9223372036854775807)) over earlier as seq_before,
          row_number() over earlier as nth
        from member window earlier as (partition by user_id, conv_id order by from_seq)
      ) m where nth > 1 and (hseq_before > from_hseq or seq_before > from_seq)`,
  },
  {
    name: 'receiver-has-position',
    holds: 'an account that receives a conversation has a read position in it',
    breaches: `
      select format('account %s has no read position in conversation %s', m.user_id, m.conv_id) as detail
      from member m
      where ${open} and not exists (
        select from read_pos p where p.user_id = m.user_id and p.conv_id = m.conv_id)`,
  },
]
