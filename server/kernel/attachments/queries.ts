import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { receivedBeside } from '../ledger/ledger-sql.ts'

export type AttachmentRow = Selectable<Tables['attachment']>

export interface LinkedAttachment extends AttachmentRow {
  readonly message_ids: number[]
}

/** Returns files with the messages that link to each, in ascending order. */
const withMessages = (db: Db) =>
  db
    .selectFrom('attachment as a')
    .selectAll('a')
    .select(
      sql<number[]>`coalesce(
        (select json_agg(message_id order by message_id) from attachment_message where attachment_id = a.id), '[]')`.as(
        'message_ids',
      ),
    )

/** The newest ones of an owner, the oldest of them first. */
export async function listAttachments(
  db: Db,
  realmId: number,
  ownerId: number,
  limit: number,
): Promise<LinkedAttachment[]> {
  const rows = await withMessages(db)
    .where('a.realm_id', '=', realmId)
    .where('a.owner_id', '=', ownerId)
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

export const loadAttachment = (db: Db, realmId: number, id: number): Promise<AttachmentRow | undefined> =>
  db.selectFrom('attachment').selectAll().where('id', '=', id).where('realm_id', '=', realmId).executeTakeFirst()

/** Those of these tokens that exist in the organization. */
export async function attachmentsByTokens(
  db: Db,
  realmId: number,
  tokens: readonly string[],
): Promise<AttachmentRow[]> {
  if (tokens.length === 0) return []
  return db.selectFrom('attachment').selectAll().where('realm_id', '=', realmId).where('token', 'in', tokens).execute()
}

export const loadLinked = (db: Db, realmId: number, ids: readonly number[]): Promise<LinkedAttachment[]> =>
  withMessages(db).where('a.realm_id', '=', realmId).where('a.id', 'in', ids).orderBy('a.id').execute()

export const insertAttachment = (db: Db, row: Insertable<Tables['attachment']>): Promise<AttachmentRow> =>
  db.insertInto('attachment').values(row).returningAll().executeTakeFirstOrThrow()

export async function deleteAttachments(db: Db, realmId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('attachment').where('id', 'in', ids).where('realm_id', '=', realmId).execute()
}

/** The files that these messages link to. */
export async function linkedFrom(db: Db, realmId: number, messageIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ attachment_id: number }>`
    select distinct attachment_id from attachment_message
    where realm_id = ${realmId} and message_id = any(${messageIds}::bigint[])`.execute(db)
  return rows.map((row) => row.attachment_id)
}

export async function linkToMessage(
  db: Db,
  realmId: number,
  messageId: number,
  attachmentIds: readonly number[],
): Promise<void> {
  await db
    .insertInto('attachment_message')
    .values(attachmentIds.map((id) => ({ attachment_id: id, realm_id: realmId, message_id: messageId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('attachment')
    .set({ unused_since: null })
    .where('id', 'in', attachmentIds)
    .where('realm_id', '=', realmId)
    .execute()
}

export async function unlinkFromMessage(
  db: Db,
  realmId: number,
  messageId: number,
  attachmentIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('attachment_message')
    .where('attachment_id', 'in', attachmentIds)
    .where('message_id', '=', messageId)
    .where('realm_id', '=', realmId)
    .execute()
}

/** Notes the time for those of these files that no message links to any more. */
export async function markUnused(db: Db, realmId: number, ids: readonly number[], now: number): Promise<void> {
  await sql`
    update attachment a set unused_since = ${now}
    where a.id = any(${ids}::bigint[]) and a.realm_id = ${realmId} and a.unused_since is null
      and not exists (select from attachment_message l where l.attachment_id = a.id)`.execute(db)
}

/** Organizations with files that were unused before that time. */
export async function realmsWithUnused(db: Db, before: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ realm_id: number }>`
    select distinct realm_id from attachment where unused_since < ${before} limit ${limit}`.execute(db)
  return rows.map((row) => row.realm_id)
}

/**
 * Files that no message has linked to since before that time, and that stand in no text which may still be sent: a
 * scheduled message, a draft or a snippet.
 */
export async function unusedBefore(db: Db, realmId: number, before: number, limit: number): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    with kept as materialized (
      select content from scheduled_message where realm_id = ${realmId} and state <> 'sent'
      union all select content from draft where realm_id = ${realmId}
      union all select content from saved_snippet where realm_id = ${realmId}
    ), linking as materialized (select content from kept where content like '%/user_uploads/%')
    select a.* from attachment a
    where a.realm_id = ${realmId} and a.unused_since < ${before}
      and not exists (select from linking where strpos(linking.content, a.token) > 0)
    order by a.unused_since, a.id limit ${limit}`.execute(db)
  return rows
}

/** Bytes of all uploads of an organization. */
export async function spaceUsed(db: Db, realmId: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(size), 0)::bigint as used from attachment where realm_id = ${realmId}`.execute(db)
  return rows[0]!.used
}

/** Where a message is that links to a file, and what the viewer has of it. */
export interface LinkingMessage {
  readonly attachment_id: number
  readonly channel_id: number | null
  readonly members: number[] | null
  readonly received: boolean
  readonly flags: number | null
}

/** More different places than a file is ever shared in. */
const MAX_PLACES_OF_A_FILE = 1_000

/** One row for each place and way in which a viewer may have come to one of these files. 0 is nobody's id. */
export async function linkingMessages(
  db: Db,
  attachmentIds: readonly number[],
  userId: number,
): Promise<LinkingMessage[]> {
  const { rows } = await sql<LinkingMessage>`
    select place.* from unnest(${attachmentIds}::bigint[]) as a (id)
    cross join lateral (
      select distinct l.attachment_id, t.channel_id, c.members, ${receivedBeside(userId)} as received, f.flags
      from attachment_message l
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
      join conversation c on c.id = m.conv_id
      left join topic t on t.id = m.topic_id
      left join user_flag f on f.user_id = ${userId} and f.message_id = m.id
      where l.attachment_id = a.id limit ${MAX_PLACES_OF_A_FILE}
    ) place`.execute(db)
  return rows
}
