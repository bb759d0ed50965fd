import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import { checkLength } from '../../kernel/texts/message-text.ts'
import { BATCH, inBatches } from './batches.ts'
import { timeOr } from './clean.ts'
import { cut } from './free-name.ts'
import type { ImportRun } from './importing.ts'
import { importedTopic } from './messages/note-messages.ts'
import { addRecords, knownAmong, type RecordKind, reserveIds, type StagedTable, stage } from './records.ts'
import { renderText } from './rendering.ts'
import type {
  SourceAlertWords,
  SourceDraft,
  SourceMessage,
  SourceMutedPerson,
  SourceScheduledMessage,
  SourceTopicPolicy,
} from './source.ts'
import { linkedMessages, writeText } from './texts.ts'

type NewRow = Readonly<Record<string, unknown>> | null

export const PLURALS: Partial<Record<RecordKind, string>> = {
  'topic policy': 'topic policies',
  'muted person': 'muted people',
  'alert words': 'lists of alert words',
}

/** What these records have for an id. */
export const PERSONAL_KEYS = {
  topicPolicy: (row: SourceTopicPolicy): string => `${row.personId} ${row.channelId} ${row.topic}`,
  mutedPerson: (row: SourceMutedPerson): string => `${row.personId} ${row.mutedId}`,
  alertWords: (row: SourceAlertWords): string => row.personId,
}

/** Keeps a row for each record that is new. A record for which there is no row is skipped. */
async function keep<T extends { readonly where: string }>(
  to: ImportRun,
  rows: AsyncIterable<T> | undefined,
  { kind, table, keyOf }: { kind: RecordKind; table: StagedTable; keyOf(row: T): string },
  make: (row: T) => Promise<NewRow> | NewRow,
): Promise<void> {
  let count = 0
  await inBatches(rows, BATCH, async (batch) => {
    const known = await knownAmong(to.db, to.importId, kind, batch.map(keyOf))
    const made = new Map<string, NewRow>()
    for (const row of batch) {
      if (known.has(keyOf(row)) || made.has(keyOf(row))) continue
      const one = await make(row)
      if (one) made.set(keyOf(row), one)
      else to.report.skip(row.where, 'somebody or something that it names is not there')
    }
    await to.db.transaction().execute(async (tx) => {
      await addRecords(
        tx,
        to.importId,
        kind,
        [...made.keys()].map((key) => [key, 0] as const),
      )
      await stage(
        tx,
        to.importId,
        table,
        [...made.values()].filter((one) => one !== null),
      )
    })
    count += made.size
  })
  if (count > 0) to.added(PLURALS[kind] ?? `${kind}s`, count)
}

/** What people set up for themselves. */
export async function importPersonal(to: ImportRun): Promise<void> {
  const { source, people, channels, realm } = to
  const topicPolicies = { kind: 'topic policy', table: 'user_topic' } as const
  await keep(to, source.topicPolicies?.(), { ...topicPolicies, keyOf: PERSONAL_KEYS.topicPolicy }, (row) => {
    const [userId, channelId] = [people.get(row.personId), channels.get(row.channelId)]
    if (userId === undefined || channelId === undefined) return null
    const name = importedTopic(row.topic)
    return {
      ...{ user_id: userId, channel_id: channelId, realm_id: realm.id, name, name_key: topicKey(name) },
      ...{ policy: row.policy, updated_at: timeOr(row.at, to.now), set_by: null },
    }
  })
  await keep(
    to,
    source.mutedPeople?.(),
    { kind: 'muted person', table: 'mute', keyOf: PERSONAL_KEYS.mutedPerson },
    (row) => {
      const [userId, mutedId] = [people.get(row.personId), people.get(row.mutedId)]
      if (userId === undefined || mutedId === undefined || userId === mutedId) return null
      return { user_id: userId, muted_id: mutedId, at: timeOr(row.at, to.now) }
    },
  )
  await keep(
    to,
    source.alertWords?.(),
    { kind: 'alert words', table: 'alert_words', keyOf: PERSONAL_KEYS.alertWords },
    (row) => {
      const userId = people.get(row.personId)
      const words = [
        ...new Set(row.words.map((word) => word.trim()).filter((word) => word !== '' && [...word].length <= 100)),
      ]
      return userId === undefined || words.length === 0 ? null : { user_id: userId, realm_id: realm.id, words }
    },
  )
  await keep(
    to,
    source.snippets?.(),
    { kind: 'snippet', table: 'saved_snippet', keyOf: (row) => row.id },
    async (row) => {
      const userId = people.get(row.personId)
      if (userId === undefined || row.title.trim() === '' || row.content.trim() === '') return null
      const [id] = await reserveIds(to.db, 'saved_snippet', 1)
      return {
        ...{ id, realm_id: realm.id, user_id: userId, title: cut(row.title.trim(), 60) },
        ...{ content: checkLength(row.content), created_at: timeOr(row.createdAt, to.now) },
      }
    },
  )
  await keep(to, source.drafts?.(), { kind: 'draft', table: 'draft', keyOf: (row) => row.id }, (row) =>
    draftRow(to, row),
  )
  await keep(
    to,
    source.scheduledMessages?.(),
    { kind: 'scheduled message', table: 'scheduled_message', keyOf: (row) => row.id },
    (row) => scheduledRow(to, row),
  )
}

interface Recipients {
  readonly channelId: number | null
  readonly userIds: readonly number[] | null
  readonly topic: string
}

function recipientsOf(to: ImportRun, recipients: SourceMessage['to']): Recipients | null {
  if ('channelId' in recipients) {
    const channelId = to.channels.get(recipients.channelId)
    return channelId === undefined ? null : { channelId, userIds: null, topic: importedTopic(recipients.topic) }
  }
  const ids = recipients.people.map((id) => to.people.get(id))
  if (ids.some((id) => id === undefined)) return null
  return { channelId: null, userIds: [...new Set(ids as number[])].sort((a, b) => a - b), topic: '' }
}

async function draftRow(to: ImportRun, row: SourceDraft): Promise<NewRow> {
  const userId = to.people.get(row.personId)
  const recipients = row.to && recipientsOf(to, row.to)
  if (userId === undefined || (row.to && !recipients)) return null
  const content = await writeText(to, row.content, await linkedMessages(to, [row.content]), userId)
  const [id] = await reserveIds(to.db, 'draft', 1)
  return {
    ...{ id, realm_id: to.realm.id, user_id: userId },
    type: !recipients ? '' : recipients.channelId === null ? 'private' : 'stream',
    recipients: !recipients ? [] : (recipients.userIds ?? [recipients.channelId]),
    ...{ topic: recipients?.topic ?? '', content: checkLength(content), edited_at: timeOr(row.at, to.now) },
  }
}

async function scheduledRow(to: ImportRun, row: SourceScheduledMessage): Promise<NewRow> {
  const sender = to.realm.users.get(to.people.get(row.senderId) ?? 0)
  const recipients = recipientsOf(to, row.to)
  if (!sender || !recipients) return null
  const content = checkLength(await writeText(to, row.content, await linkedMessages(to, [row.content]), sender.id))
  const [id] = await reserveIds(to.db, 'scheduled_message', 1)
  const userIds = recipients.userIds && [...new Set([...recipients.userIds, sender.id])].sort((a, b) => a - b)
  return {
    ...{ id, realm_id: to.realm.id, user_id: sender.id, client: 'website' },
    ...{ channel_id: recipients.channelId, user_ids: userIds, topic: recipients.topic },
    ...{ content, rendered: (await renderText(to, sender, content)).html, read_by_sender: true },
    // What was due while the data moved is kept as failed: it would come too late.
    ...{ deliver_at: timeOr(row.deliverAt, to.now), state: row.deliverAt > to.now ? 'pending' : 'failed' },
  }
}
