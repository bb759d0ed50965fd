import { sql } from 'kysely'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { meetInConversation } from '../../people/sight/meet.ts'

/** Creates the conversation of these people. All of them receive it from the start. */
export async function createConversation(tx: Tx, members: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into conversation (realm_id, members) values (${tx.realm.id}, ${members}::int[])
      on conflict (realm_id, members_digest) where members_digest is not null do update set members = excluded.members
      returning id
    ), joined as (
      insert into member (user_id, conv_id, from_hseq, from_seq)
      select u, made.id, 0, 0 from made, unnest(${members}::int[]) as u on conflict do nothing
    ), positioned as (
      insert into read_pos (user_id, conv_id, upto)
      select u, made.id, 0 from made, unnest(${members}::int[]) as u on conflict do nothing
    )
    select id from made`.execute(tx.db)
  meetInConversation(tx, members)
  return rows[0]!.id
}
