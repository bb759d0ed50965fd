import { type Kysely, sql } from 'kysely'

/**
 * A copy of a message that its owner never received is unread only if it was marked so. Until now that was concluded from
 * read positions, which say nothing about messages that were moved from another conversation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update user_flag f set flags = f.flags | 64
    from message m
    where f.flags & 8 <> 0 and m.id = f.message_id
      and exists (select from member r where r.user_id = f.user_id and r.conv_id = m.conv_id and r.to_seq is null)
      and not exists (select from read_pos p where p.user_id = f.user_id and p.conv_id = m.home_conv and m.hseq <= p.upto)
      and not exists (select from read_bits b where b.user_id = f.user_id and b.conv_id = m.home_conv
        and b.chunk = m.hseq >> 10 and get_bit(b.bits, m.hseq & 1023) = 1)`.execute(db)
}
