import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { ImportRun } from '../importing.ts'

/**
 * Everything that was imported is read, except for what the source says. Positions before the first unread message are
 * covered by the read position, if everything before the import was read, and the others by marks.
 */
export async function insertReadState({ importId }: ImportRun, tx: Db): Promise<void> {
  await sql`
    create temp table import_reader on commit drop as
    select m.user_id, r.conv_id, r.hidden, r.last, p.upto >= r.first - 1 as extends,
      case when p.upto >= r.first - 1 then coalesce(u.first, r.last + 1) else r.first end as start
    from (
      select coalesce(target, conv_id) as conv_id, conv_id as hidden, base + 1 as first, base + messages as last
      from import_conversation where import_id = ${importId} and messages > 0
    ) r
      join member m on m.conv_id = r.conv_id and m.to_seq is null
      join read_pos p on p.user_id = m.user_id and p.conv_id = r.conv_id
      left join lateral (
        select min(u.chunk * 1024 + position('1' in u.bits::text) - 1) as first from import_unread u
        where u.import_id = ${importId} and u.user_id = m.user_id and u.conv_id = r.hidden
          and u.chunk * 1024 + 1023 > m.from_hseq
      ) u on true
    where p.upto < r.last`.execute(tx)
  await sql`
    update read_pos p set upto = r.start - 1 from import_reader r
    where r.extends and p.user_id = r.user_id and p.conv_id = r.conv_id`.execute(tx)
  await sql`
    insert into read_bits as b (user_id, conv_id, chunk, bits)
    select user_id, conv_id, chunk, bits from (
      select r.user_id, r.conv_id, g.chunk,
        bits_between(g.chunk, r.start, r.last) & ~coalesce(u.bits, repeat('0', 1024)::bit(1024)) as bits
      from import_reader r
        cross join lateral generate_series(r.start >> 10, r.last >> 10) as g (chunk)
        left join import_unread u on u.import_id = ${importId} and u.user_id = r.user_id and u.conv_id = r.hidden
          and u.chunk = g.chunk
      where r.start <= r.last
    ) marks where bit_count(bits) > 0
    on conflict (user_id, conv_id, chunk) do update set bits = b.bits | excluded.bits`.execute(tx)
  await sql`
    delete from read_bits b using import_reader r join read_pos p on p.user_id = r.user_id and p.conv_id = r.conv_id
    where b.user_id = r.user_id and b.conv_id = r.conv_id and b.chunk * 1024 + 1023 <= p.upto`.execute(tx)
}
