import { sql } from 'kysely'
import { readPath } from '../../../kernel/attachments/file-path.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { checkLength } from '../../../kernel/texts/message-text.ts'
import { messageBits } from '../../../messages/message-bits.ts'
import { messageLexemes } from '../../../messages/search/lexemes.ts'
import { vectorOf } from '../../../messages/search/search-sql.ts'
import { readsOwnMessages } from '../../../messages/sending/read-by-sender.ts'
import { readWidget } from '../../../messages/widgets/read-widget.ts'
import { BATCH, inBatches } from '../batches.ts'
import { jsonText } from '../clean.ts'
import { attachmentsAt } from '../files.ts'
import type { ImportRun } from '../importing.ts'
import { stage } from '../records.ts'
import { renderText } from '../rendering.ts'
import type { SourceMessage } from '../source.ts'
import { linkedMessages, writeText } from '../texts.ts'
import { writeEdits } from './edits.ts'
import { Marks } from './marks.ts'
import type { MessagePlace } from './placed.ts'
import { insertReactions, reactionRows } from './reactions.ts'
import { Receipts } from './receipts.ts'
import { Topics } from './topics.ts'

const MESSAGES_AT_ONCE = BATCH / 2

/** The second pass: writes every message into its place. What a killed run has written is skipped. */
export async function writeMessages(to: ImportRun): Promise<Receipts> {
  const topics = await Topics.load(to)
  const receipts = await Receipts.load(to)
  const marks = new Marks(to)
  let count = 0
  await inBatches(to.source.messages(), MESSAGES_AT_ONCE, async (batch) => {
    const places = await placesOf(to, batch)
    for (const message of batch) {
      const place = places.get(message.id)
      if (!place) continue
      receipts.note(message, place)
      marks.note(message, place)
    }
    const written = await writtenAmong(to, [...places.values()])
    const fresh = new Map(
      batch.flatMap((message) => {
        const place = places.get(message.id)
        return place && !written.has(place.id) ? [[message.id, [message, place]] as const] : []
      }),
    )
    if (fresh.size > 0) await write(to, [...fresh.values()], topics, marks)
    await marks.flush()
    count += fresh.size
    to.progress('messages', count)
  })
  await marks.flush(true)
  to.added('messages', count)
  return receipts
}

/** The places of those messages that this run has to write. */
async function placesOf(to: ImportRun, batch: readonly SourceMessage[]): Promise<ReadonlyMap<string, MessagePlace>> {
  const { rows } = await sql<MessagePlace & { source_id: string }>`
    select m.source_id, m.new_id as id, m.conv_id as conv, m.hseq, m.topic, c.channel_id as "channelId", c.members
    from import_message m join import_conversation c on c.import_id = m.import_id and c.conv_id = m.conv_id
    where m.import_id = ${to.importId} and m.source_id = any(${batch.map(({ id }) => id)}::text[])
      and m.new_id > ${to.finishedUpto}`.execute(to.db)
  return new Map(rows.map((row) => [row.source_id, row]))
}

async function writtenAmong({ db, realm }: ImportRun, places: readonly MessagePlace[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from message where realm_id = ${realm.id} and id = any(${places.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.id))
}

async function write(
  to: ImportRun,
  messages: readonly (readonly [SourceMessage, MessagePlace])[],
  topics: Topics,
  marks: Marks,
): Promise<void> {
  const linked = await linkedMessages(
    to,
    messages.flatMap(([{ content, edits = [] }]) => [
      content,
      ...edits.flatMap((edit) => (edit.previousContent ? [edit.previousContent] : [])),
    ]),
  )
  await topics.open(messages.map(([, place]) => place))
  const rows: object[] = []
  const widgets: object[] = []
  const links: { readonly message_id: number; readonly token: string }[] = []
  for (const [message, place] of messages) {
    const sender = to.realm.account(to.people.get(message.senderId)!)!
    const text = await writeText(to, message.content, linked, sender.id)
    const content = checkLength(text.trimEnd().replace(/^\n+/, ''))
    if (content.endsWith('[message truncated]') && content.length < text.length)
      to.report.leftOut('ends of messages over our limit', message.where)
    const rendering = await renderText(to, sender, content)
    for (const path of rendering.attachments) {
      const token = readPath(path)?.token
      if (token) links.push({ message_id: place.id, token })
    }
    const widget = readWidget(content)
    if (widget !== undefined)
      widgets.push({
        ...{ realm_id: to.realm.id, message_id: place.id, sender_id: sender.id },
        ...{ msg_type: 'widget', content: widget },
      })
    marks.mention(rendering.mentions, sender.id, place)
    const client = (message.client ?? 'website').slice(0, 100)
    rows.push({
      id: place.id,
      sender_id: sender.id,
      conv_id: place.conv,
      topic_id: topics.idOf(place),
      hseq: place.hseq,
      mflags: messageBits(rendering, readsOwnMessages(client)),
      sent_at: Math.floor(message.sentAt),
      client,
      content,
      rendered: rendering.html,
      lexemes: messageLexemes(rendering.html),
      edits: await writeEdits(to, message, place, sender, linked),
    })
  }
  const attachments = await attachmentsAt(to, [...new Set(links.map(({ token }) => token))])
  const owned = links.flatMap(({ message_id, token }) => {
    const id = attachments.get(token)
    return id === undefined ? [] : [{ attachment_id: id, realm_id: to.realm.id, message_id }]
  })
  const reactions = messages.flatMap(([message, place]) => reactionRows(to, message.reactions ?? [], place.id))
  await to.db.transaction().execute(async (tx) => {
    await insertMessages(tx, to.realm.id, rows)
    await insertReactions(tx, to.realm.id, reactions)
    await stage(tx, to.importId, 'attachment_message', owned)
    await stage(tx, to.importId, 'submessage', widgets)
    await marks.stageFlags(tx)
  })
  if (reactions.length > 0) to.added('reactions', reactions.length)
}

const insertMessages = (db: Db, realmId: number, rows: readonly object[]): Promise<unknown> =>
  sql`
    insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, mflags, sent_at, client,
      content, rendered, edits, tsv)
    select id, ${realmId}::int, sender_id, conv_id, topic_id, id, conv_id, hseq, mflags, sent_at, client, content, rendered,
      edits, ${sql.raw(vectorOf('lexemes'))}
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as m (id bigint, sender_id int, conv_id int, topic_id int,
      hseq int, mflags int, sent_at bigint, client text, content text, rendered text, lexemes text, edits jsonb)
    order by id`.execute(db)
