import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { contains, type SearchUnit, vectorOf } from './search-sql.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    /** Organizations with messages and topics from before the search index. */
    search_backlog: {
      realm_id: number
      /** Messages and topics with larger ids are in the index. Zero at the end. */
      message_id: number
      topic_id: number
      /** The number of messages, and how many of them are in the index. */
      total: number
      done: number
    }
  }
}

/** The topics of an organization that match each of these units: their ids, or null if there are too many. */
export async function topicsMatching(
  db: Db,
  realmId: number,
  units: readonly SearchUnit[],
  most: number,
): Promise<(readonly number[] | null)[]> {
  const found = units.map(
    (unit) => sql`array(select t.id from topic t join channel c on c.id = t.channel_id
      where ${contains(sql`t.tsv`, sql`t.name`, unit)} and c.realm_id = ${realmId} limit ${most + 1})`,
  )
  // One row for each unit. The queries are constants, so that the planner knows how many topics to expect.
  const rows = sql.join(
    found.map((ids, n) => sql`select ${sql.lit(n)} as n, ${ids} as ids`),
    sql` union all `,
  )
  const answer = await sql<{ ids: number[] }>`select ids from (${rows}) found order by n`.execute(db)
  return answer.rows.map(({ ids }) => (ids.length > most ? null : ids))
}

/** How far an organization's messages and topics from before the index have been indexed. */
export interface Backlog {
  readonly message_id: number
  readonly topic_id: number
  readonly total: number
  readonly done: number
}

export const realmsWithBacklog = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('search_backlog').select('realm_id').orderBy('realm_id').execute()).map((row) => row.realm_id)

export const loadBacklog = (db: Db, realmId: number): Promise<Backlog | undefined> =>
  db
    .selectFrom('search_backlog')
    .select(['message_id', 'topic_id', 'total', 'done'])
    .where('realm_id', '=', realmId)
    .executeTakeFirst()

export const saveBacklog = (db: Db, realmId: number, backlog: Backlog): Promise<unknown> =>
  db.updateTable('search_backlog').set(backlog).where('realm_id', '=', realmId).execute()

export const deleteBacklog = (db: Db, realmId: number): Promise<unknown> =>
  db.deleteFrom('search_backlog').where('realm_id', '=', realmId).execute()

const MOST_BYTES = 4 * 1024 * 1024

/** The newest messages up to an id: at least one, and no more than fit into a few megabytes. */
export async function messagesUpTo(
  db: Db,
  realmId: number,
  id: number,
  most: number,
): Promise<{ id: number; rendered: string }[]> {
  const { rows } = await sql<{ id: number; rendered: string }>`
    select id, rendered from (
      select id, rendered, sum(octet_length(rendered)) over (order by id desc) - octet_length(rendered) as before
      from message where realm_id = ${realmId} and id <= ${id} order by id desc limit ${most}
    ) m where before < ${MOST_BYTES} order by id desc`.execute(db)
  return rows
}

/** The newest topics up to an id. */
export const topicsUpTo = (
  db: Db,
  realmId: number,
  id: number,
  most: number,
): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('topic')
    .innerJoin('channel', 'channel.id', 'topic.channel_id')
    .select(['topic.id', 'topic.name'])
    .where('channel.realm_id', '=', realmId)
    .where('topic.id', '<=', id)
    .orderBy('topic.id', 'desc')
    .limit(most)
    .execute()

export interface IndexEntry {
  readonly id: number
  readonly lexemes: string
}

/** What an edit has indexed in the meantime stays. */
export async function indexMessages(db: Db, realmId: number, messages: readonly IndexEntry[]): Promise<void> {
  await sql`
    update message m set tsv = ${sql.raw(vectorOf('v.lexemes'))}
    from unnest(${messages.map(({ id }) => id)}::bigint[], ${messages.map(({ lexemes }) => lexemes)}::text[])
      as v (id, lexemes)
    where m.realm_id = ${realmId} and m.id = v.id and m.tsv is null`.execute(db)
}

export async function indexTopics(db: Db, topics: readonly IndexEntry[]): Promise<void> {
  await sql`
    update topic t set tsv = ${sql.raw(vectorOf('v.lexemes'))}
    from unnest(${topics.map(({ id }) => id)}::int[], ${topics.map(({ lexemes }) => lexemes)}::text[]) as v (id, lexemes)
    where t.id = v.id and t.tsv is null`.execute(db)
}
