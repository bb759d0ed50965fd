import { type Kysely, sql } from 'kysely'

/**
 * A move remembers the way of its messages before it, since they were last given to everybody: through which
 * conversations they passed, and when first and last. Nearly everybody was in a conversation for all of that time or not
 * at all, so the number of moves before does not matter any more. Only who left meanwhile and came back needs each of them.
 *
 * `fate_of_move` is what a person has of the messages of a move after it: 0 nothing, 1 what they had received before all
 * moves, 2 everything.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table move
      add column passed_convs int[] not null default '{}',
      add column passed_first bigint[] not null default '{}',
      add column passed_last bigint[] not null default '{}',
      add column passed_gains boolean not null default false`.execute(db)
  await sql`
    with recursive way as (
      select id, to_conv, at_seq, gains, '{}'::int[] as convs, '{}'::bigint[] as firsts, '{}'::bigint[] as lasts, false as given
      from move where prev is null
      union all
      select v.id, v.to_conv, v.at_seq, v.gains, w.convs, w.firsts, w.lasts, p.gains or p.given
      from way p join move v on v.prev = p.id cross join lateral (
        select array_agg(conv order by conv) as convs, array_agg(first order by conv) as firsts,
          array_agg(last order by conv) as lasts
        from (
          select conv, min(first) as first, max(last) as last from (
            select conv, first, last from unnest(p.convs, p.firsts, p.lasts) u (conv, first, last) where not p.gains
            union all select p.to_conv, p.at_seq, p.at_seq
          ) one group by conv
        ) each_conv
      ) w
    )
    update move v set passed_convs = w.convs, passed_first = w.firsts, passed_last = w.lasts, passed_gains = w.given
    from way w where w.id = v.id and v.prev is not null`.execute(db)
  await sql`
    create function fate_of_move(person int, last_move bigint) returns int language plpgsql stable as $$
    declare
      fate int;
    begin
      loop
        select v.prev, case
          when not exists (select from member r where r.user_id = person and r.conv_id = v.to_conv
            and r.from_seq < v.at_seq and (r.to_seq is null or v.at_seq <= r.to_seq)) then 0
          when v.gains then 2
          when not exists (
            select from unnest(v.passed_convs, v.passed_first, v.passed_last) p (conv, first, last)
            where not exists (select from member r where r.user_id = person and r.conv_id = p.conv
              and r.from_seq < p.first and (r.to_seq is null or p.last <= r.to_seq))
          ) then case when v.passed_gains then 2 else 1 end
          when exists (
            select from unnest(v.passed_convs || v.passed_convs, v.passed_first || v.passed_last) p (conv, seq)
            where not exists (select from member r where r.user_id = person and r.conv_id = p.conv
              and r.from_seq < p.seq and (r.to_seq is null or p.seq <= r.to_seq))
          ) then 0
        end into last_move, fate from move v where v.id = last_move;
        exit when fate is not null or last_move is null;
      end loop;
      return coalesce(fate, 0);
    end $$`.execute(db)
  await sql`
    create or replace function received_after_moves(person int, home int, place int, last_move bigint) returns boolean
    language plpgsql stable as $$
    declare
      fate int := fate_of_move(person, last_move);
    begin
      return fate = 2 or (fate = 1 and exists (
        select from member r where r.user_id = person and r.conv_id = home
          and r.from_hseq < place and (r.to_hseq is null or place <= r.to_hseq)));
    end $$`.execute(db)
}
