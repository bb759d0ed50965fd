import { HEADS, type Invariant } from '../../kernel/db/invariant.ts'

const open = 'm.to_seq is null'

export const readStateInvariants: readonly Invariant[] = [
  {
    name: 'receiver-takes-part',
    holds: 'only its people receive a direct conversation',
    breaches: `
      select format('account %s receives direct conversation %s of others', m.user_id, m.conv_id) as detail
      from member m left join conversation c on c.id = m.conv_id
      where c.id is null or (c.members is not null and not m.user_id = any(c.members))`,
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
  {
    name: 'position-within-conversation',
    holds: 'a read position is not beyond the newest message',
    breaches: `
      select format('account %s has read conversation %s up to %s of %s', p.user_id, p.conv_id, p.upto, c.last_hseq)
        as detail
      from read_pos p left join ${HEADS} c on c.id = p.conv_id
      where c.id is null or p.upto < 0 or p.upto > c.last_hseq`,
  },
  {
    name: 'marks-above-position',
    holds:
      'read marks are above the read position, in chunks that are still needed; only marks of messages that moved or are deleted, and of mentioned bots, need no position',
    breaches: `
      select format('account %s in conversation %s: chunk %s is below position %s', b.user_id, b.conv_id, b.chunk,
        coalesce(p.upto::text, 'none')) as detail
      from read_bits b left join read_pos p on p.user_id = b.user_id and p.conv_id = b.conv_id
      where b.chunk * 1024 + 1023 <= p.upto or (p.upto is null and exists (
        select from message m left join user_flag f on f.user_id = b.user_id and f.message_id = m.id
        where m.home_conv = b.conv_id and m.hseq between b.chunk * 1024 and b.chunk * 1024 + 1023
          and get_bit(b.bits, m.hseq & 1023) = 1 and m.move_id is null and coalesce(f.flags, 0) & 128 = 0))`,
  },
  {
    name: 'marks-within-conversation',
    holds: 'no message after the newest one is marked as read',
    breaches: `
      select format('account %s in conversation %s: chunk %s marks messages after %s', b.user_id, b.conv_id, b.chunk,
        c.last_hseq) as detail
      from read_bits b left join ${HEADS} c on c.id = b.conv_id
      where c.id is null or b.chunk < 0 or b.chunk * 1024 > c.last_hseq
        or bit_count(b.bits << least(1024, c.last_hseq - b.chunk * 1024 + 1)) > 0`,
  },
  {
    name: 'flag-on-message',
    holds: 'flags are on messages that exist, for accounts of the same organization, and are not empty',
    breaches: `
      select format('account %s has flags %s on message %s', f.user_id, f.flags, f.message_id) as detail
      from user_flag f left join message m on m.id = f.message_id left join account a on a.id = f.user_id
      where m.id is null or a.realm_id is distinct from m.realm_id or f.flags = 0`,
  },
]
