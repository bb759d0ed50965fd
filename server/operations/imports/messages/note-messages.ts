import { sql } from 'kysely'
import { ApiError } from '../../../../api/errors.ts'
import { checkTopic } from '../../../kernel/texts/message-text.ts'
import { BATCH, inBatches } from '../batches.ts'
import { isTime, jsonText } from '../clean.ts'
import type { ImportRun, KnownRecords } from '../importing.ts'
import type { SourceMessage, SourceText } from '../source.ts'
import { Conversations } from './conversations.ts'

/**
 * The first pass over the messages: notes those that are new, with their conversations. The order in which they are
 * read is kept, because it decides between messages of the same time.
 */
export async function noteMessages(to: ImportRun): Promise<void> {
  const conversations = await Conversations.load(to)
  let read = 0
  await inBatches(to.source.messages(), BATCH, async (batch) => {
    read += batch.length
    to.progress('messages read', read)
    const known = await knownMessages(to, batch)
    const fresh = batch.filter((message) => !known.has(message.id) && isUsable(to, message))
    const places = fresh.flatMap((message) => conversations.keyOf(message) ?? [])
    await conversations.open(places)
    const threads = await topicsOfThreads(to, fresh)
    const rows = fresh.flatMap((message) => {
      const key = conversations.keyOf(message)
      if (!key) return []
      const topic = 'channelId' in message.to ? (threads.get(message.id) ?? importedTopic(message.to.topic)) : null
      return [{ id: message.id, at: message.sentAt, conv: conversations.idOf(key), topic }]
    })
    await insert(to, rows)
  })
}

async function knownMessages(to: ImportRun, batch: readonly SourceMessage[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ source_id: string }>`
    select source_id from import_message
    where import_id = ${to.importId} and source_id = any(${batch.map(({ id }) => id)}::text[])`.execute(to.db)
  return new Set(rows.map((row) => row.source_id))
}

/**
 * Topics of threads that an earlier run began, as they are called now: by the ids of the messages that go on with them.
 * A thread that was moved to another channel begins anew.
 */
async function topicsOfThreads(to: ImportRun, fresh: readonly SourceMessage[]): Promise<ReadonlyMap<string, string>> {
  const besides = fresh.flatMap(({ id, to: place }) =>
    'channelId' in place && place.besideId !== undefined
      ? [{ id, beside: place.besideId, channel: to.channels.get(place.channelId) }]
      : [],
  )
  if (besides.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select b.id, t.name
    from jsonb_to_recordset(${JSON.stringify(besides)}::jsonb) as b (id text, beside text, channel int)
      join import_message i on i.import_id = ${to.importId} and i.source_id = b.beside and i.new_id <= ${to.finishedUpto}
      join message m on m.realm_id = ${to.realm.id} and m.id = i.new_id
      join topic t on t.id = m.topic_id and t.channel_id = b.channel`.execute(to.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** False, with a report, for a message that cannot be imported. */
export function isUsable({ people, channels, report }: KnownRecords, message: SourceMessage): boolean {
  const problem = () => {
    if (!people.has(message.senderId)) return 'its sender is not there'
    if (!isTime(message.sentAt)) return 'it has no time'
    if (isEmpty(message.content)) return 'it is empty'
    if ('channelId' in message.to) return channels.has(message.to.channelId) ? null : 'its channel is not there'
    return message.to.people.every((id) => people.has(id)) ? null : 'one of its recipients is not there'
  }
  const found = problem()
  if (found !== null) report.skip(message.where, found)
  return found === null
}

const isEmpty = (text: SourceText): boolean =>
  text.every((part) => typeof part === 'string' && part.replaceAll('\0', '').trim() === '')

/** The name of a topic as we store it. */
export function importedTopic(written: string): string {
  try {
    return checkTopic(written)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return checkTopic(written.toWellFormed().replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, ''))
  }
}

async function insert(to: ImportRun, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_message (import_id, source_id, sent_at, conv_id, topic)
    select ${to.importId}::int, r.id, r.at, r.conv, r.topic
    from rows from (json_to_recordset(${jsonText(rows)}::json) as (id text, at float8, conv int, topic text))
      with ordinality as r (id, at, conv, topic, place)
    order by r.place
    on conflict do nothing`.execute(to.db)
}
