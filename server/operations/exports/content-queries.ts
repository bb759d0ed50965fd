import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { receivedBy } from '../../kernel/ledger/ledger-sql.ts'
import type { DraftRow } from '../../messages/drafts/queries.ts'
import type { EditedMessage } from '../../messages/stored-edit.ts'
import type { ExportScope } from './scope.ts'

interface ExportedMessage {
  readonly id: number
  readonly sender_id: number
  readonly timestamp: number
  readonly channel_id: number | null
  readonly topic: string | null
  readonly user_ids: readonly number[] | null
  readonly content: string
}

/** `m` is a message that the export contains. */
const isContained = ({ hasAll, openConversations, protectedChannels, consenting }: ExportScope): RawBuilder<boolean> =>
  hasAll
    ? sql`true`
    : sql`(
      m.conv_id = any(${openConversations}::int[])
      or exists (
        select 1 from subscription s join channel p on p.id = s.channel_id
        where p.conv_id = m.conv_id and p.id = any(${protectedChannels}::int[])
          and s.active and s.user_id = any(${consenting}::int[]) and ${receivedBy(sql`s.user_id`)})
      or exists (
        select 1 from conversation d
        where d.id = m.conv_id and d.members && ${consenting}::int[]))`

export async function newestMessageId(db: Db, realmId: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from message where realm_id = ${realmId}`.execute(db)
  return rows[0]?.id ?? 0
}

/** The next messages after an id, up to another, in the order of their ids. */
export async function messagesAfter(
  db: Db,
  scope: ExportScope,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<ExportedMessage[]> {
  const { rows } = await sql<ExportedMessage>`
    select m.id, m.sender_id, m.sent_at as timestamp, ch.id as channel_id, t.name as topic, c.members as user_ids, m.content
    from message m
      join conversation c on c.id = m.conv_id
      left join channel ch on ch.conv_id = m.conv_id
      left join topic t on t.id = m.topic_id
    where m.realm_id = ${scope.realmId} and m.id > ${after} and m.id <= ${upTo} and ${isContained(scope)}
    order by m.id
    limit ${limit}`.execute(db)
  return rows
}

export interface ExportedReaction {
  readonly message_id: number
  readonly user_id: number
  readonly emoji_name: string
  readonly emoji_code: string
  readonly kind: number
}

export const reactionsOf = (db: Db, realmId: number, messageIds: readonly number[]): Promise<ExportedReaction[]> =>
  db
    .selectFrom('reaction')
    .select(['message_id', 'user_id', 'emoji_name', 'emoji_code', 'kind'])
    .where('realm_id', '=', realmId)
    .where('message_id', 'in', messageIds)
    .orderBy('id')
    .execute()

interface ExportedHistory extends EditedMessage {
  readonly id: number
}

const TOPIC_EDITS = sql`topic_edit e where e.topic_id = m.topic_id and e.at_message_id >= m.topic_since`

/** Those of these messages that were edited or moved. */
export async function changedAmong(db: Db, realmId: number, messageIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from message m
    where m.realm_id = ${realmId} and m.id = any(${messageIds}::bigint[])
      and (m.edits is not null or exists (select 1 from ${TOPIC_EDITS}))
    order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The changes of messages. The HTML of earlier versions is left out. */
export async function historiesOf(db: Db, realmId: number, messageIds: readonly number[]): Promise<ExportedHistory[]> {
  const { rows } = await sql<ExportedHistory>`
    select m.id,
      (select json_agg(e.edit - 'prev_rendered_content') from jsonb_array_elements(m.edits) e(edit)) as edits,
      (select json_agg(e.edit order by e.id) from ${TOPIC_EDITS}) as topic_edits
    from message m where m.realm_id = ${realmId} and m.id = any(${messageIds}::bigint[])
    order by m.id`.execute(db)
  return rows
}

export type ExportedDraft = Omit<DraftRow, 'realm_id'>

/** The next drafts of people whose private data the export contains. */
export async function draftsAfter(
  db: Db,
  { realmId, hasAll, consenting }: ExportScope,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ExportedDraft[]> {
  const { rows } = await sql<ExportedDraft>`
    select id, user_id, type, recipients, topic, content, edited_at from draft
    where realm_id = ${realmId} and id > ${after} and (${hasAll} or user_id = any(${consenting}::int[]))
    order by id
    limit ${limit}`.execute(db)
  return rows
}

interface ExportedAttachment {
  readonly id: number
  readonly owner_id: number
  readonly name: string
  readonly content_type: string
  readonly size: number
  readonly created_at: number
  readonly token: string
  readonly message_ids: readonly number[]
}

/** The next attachments that contained messages link to. Links of other messages are left out. */
export async function attachmentsAfter(
  db: Db,
  scope: ExportScope,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<ExportedAttachment[]> {
  const { rows } = await sql<ExportedAttachment>`
    select a.id, a.owner_id, a.name, a.content_type, a.size, a.created_at, a.token, array_agg(m.id order by m.id) as message_ids
    from attachment a
      join attachment_message l on l.attachment_id = a.id and l.realm_id = a.realm_id
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
    where a.realm_id = ${scope.realmId} and a.id > ${after} and m.id <= ${upTo} and ${isContained(scope)}
    group by a.id
    order by a.id
    limit ${limit}`.execute(db)
  return rows
}
