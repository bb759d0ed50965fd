import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { IDS_IN_A_BLOCK } from '../../../kernel/realm-state/structures/message-ids.ts'
import type { Tx } from '../../../kernel/transaction/tx.ts'
import { createConversation } from '../../../messages/sending/create-conversation.ts'
import type { ImportRun } from '../importing.ts'

/**
 * Assigns an id and a position to every noted message, in the order of time. In conversations that exist, the positions
 * are reserved on the lane: what people send from then on gets later ids and positions. Messages that a newer archive has
 * beyond those of a killed run wait: the end of the import forgets them, and the next pass brings them.
 */
export async function reservePlaces(to: ImportRun): Promise<void> {
  if (await hasReservation(to)) return
  await countMessages(to)
  const { rows } = await sql<{ count: number }>`
    select count(*) from import_message where import_id = ${to.importId} and new_id is null`.execute(to.db)
  const { count } = rows[0]!
  if (count === 0) return
  await to.tools.transact(to.realm.id, (tx) => reserve(to, tx, count))
  await number(to)
}

/** Completes what a killed run has reserved, before more messages are noted. */
export async function completePlaces(to: ImportRun): Promise<void> {
  const { rows } = await sql`
    select from import_message where import_id = ${to.importId} and new_id > ${to.finishedUpto} limit 1`.execute(to.db)
  if (rows.length === 0 && (await hasReservation(to))) await number(to)
}

async function hasReservation({ db, importId }: ImportRun): Promise<boolean> {
  const { rows } = await sql`select from import_block where import_id = ${importId} limit 1`.execute(db)
  return rows.length > 0
}

/** How many messages come into each conversation. */
async function countMessages({ db, importId }: ImportRun): Promise<void> {
  await sql`
    update import_conversation c set messages = m.count
    from (select conv_id, count(*) from import_message where import_id = ${importId} and new_id is null group by 1) m
    where c.import_id = ${importId} and c.conv_id = m.conv_id and c.base is null`.execute(db)
}

interface OpenPlace {
  readonly conv_id: number
  readonly members: readonly number[] | null
  readonly target: number | null
  readonly messages: number
}

/** Ids, and positions behind the last ones. Both are kept, so that a later run uses the same. */
async function reserve(to: ImportRun, tx: Tx, count: number): Promise<void> {
  const { importId } = to
  const { rows } = await sql<OpenPlace>`
    select conv_id, members, target, messages from import_conversation
    where import_id = ${importId} and base is null and messages > 0`.execute(tx.db)
  for (const open of rows) {
    const target = open.target ?? (await conversationOf(tx, open.members))
    if (target === null) continue
    const base = await reservePositions(tx.db, target, open.messages)
    await sql`
      update import_conversation set target = ${target}::int, base = ${base}
      where import_id = ${importId} and conv_id = ${open.conv_id}`.execute(tx.db)
  }
  await sql`
    update import_conversation set base = 0
    where import_id = ${importId} and base is null and messages > 0`.execute(tx.db)
  const blocks = Math.ceil(count / IDS_IN_A_BLOCK)
  const { rows: made } = await sql<{ last: number }>`
    with block as (select nextval('message_id_seq') as last_id from generate_series(1, ${blocks}::int)),
      kept as (
        insert into import_block (import_id, place, last_id)
        select ${importId}::int, row_number() over (order by last_id) - 1, last_id from block returning last_id
      )
    select max(last_id) as last from kept`.execute(tx.db)
  tx.record([{ reservedUpTo: made[0]!.last }])
}

/**
 * The conversation of people who all have accounts, made if there is none: they could make it themselves before the end
 * of the import. Null if one of them will come with the import.
 */
async function conversationOf(tx: Tx, members: readonly number[] | null): Promise<number | null> {
  if (!members?.every((id) => tx.realm.account(id) !== undefined)) return null
  return createConversation(tx, members)
}

async function reservePositions(db: Db, convId: number, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select last_hseq as last from conversation_head where id = ${convId}`.execute(db)
  const { last } = rows[0]!
  await sql`update conversation set spent_hseq = ${last + count} where id = ${convId}`.execute(db)
  return last
}

/** One statement, so that it is done for all messages or for none. */
async function number({ db, importId }: ImportRun): Promise<void> {
  await sql`
    with ordered as (
      select source_id, conv_id, row_number() over (order by sent_at, n) - 1 as place,
        row_number() over (partition by conv_id order by sent_at, n) as position
      from import_message where import_id = ${importId} and new_id is null
    ), placed as (
      select o.source_id, b.last_id - ${IDS_IN_A_BLOCK - 1}::bigint + o.place % ${IDS_IN_A_BLOCK}::bigint as new_id,
        c.base + o.position as hseq
      from ordered o
        join import_block b on b.import_id = ${importId} and b.place = o.place / ${IDS_IN_A_BLOCK}::bigint
        join import_conversation c on c.import_id = ${importId} and c.conv_id = o.conv_id
    )
    update import_message m set new_id = p.new_id, hseq = p.hseq
    from placed p where m.import_id = ${importId} and m.source_id = p.source_id`.execute(db)
  await sql`analyze import_message`.execute(db)
}
