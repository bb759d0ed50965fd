import { type Kysely, sql } from 'kysely'

/**
 * Moves between channels. No release could move messages, so `move` is empty. A move remembers its position in the log:
 * membership intervals carry positions too, so they tell who was subscribed at that moment.
 *
 * `received_after_moves` follows the moves of a message from the first to the last. At each of them only subscribers of
 * the new channel keep the message; if the move gives it to them, all of them get it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table move
      drop column at_hseq,
      add column realm_id int not null references realm,
      add column at_seq bigint not null,
      add column depth int not null`.execute(db)
  await sql`create index message_moved on message (conv_id, id) where move_id is not null`.execute(db)
  await sql`
    create function received_after_moves(person int, home int, place int, last_move bigint) returns boolean
    language plpgsql stable as $$
    declare
      received boolean;
      step record;
    begin
      received := exists (
        select 1 from member r where r.user_id = person and r.conv_id = home
          and r.from_hseq < place and (r.to_hseq is null or place <= r.to_hseq));
      for step in
        with recursive chain as (
          select id, to_conv, at_seq, gains, prev, depth from move where id = last_move
          union all
          select m.id, m.to_conv, m.at_seq, m.gains, m.prev, m.depth from move m join chain c on m.id = c.prev
        )
        select to_conv, at_seq, gains from chain order by depth
      loop
        received := (received or step.gains) and exists (
          select 1 from member r where r.user_id = person and r.conv_id = step.to_conv
            and r.from_seq < step.at_seq and (r.to_seq is null or step.at_seq <= r.to_seq));
      end loop;
      return received;
    end $$`.execute(db)
}
