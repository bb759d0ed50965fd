import { HEADS, type Invariant } from '../invariant.ts'

export const readState: readonly Invariant[] = [
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
  {
    name: 'mute-well-formed',
    holds: 'muting ends after it started, and is of another account of the same organization',
    breaches: `
      select format('account %s mutes account %s over log (%s, %s]', m.user_id, m.muted_id, m.from_seq, m.to_seq) as detail
      from mute m left join account a on a.id = m.user_id left join account b on b.id = m.muted_id
      where m.user_id = m.muted_id or a.realm_id is distinct from b.realm_id or m.to_seq < m.from_seq`,
  },
]
