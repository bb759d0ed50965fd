import { topicKey } from '../../../kernel/realm-state/topic-name.ts'
import { checkLength } from '../../../kernel/texts/message-text.ts'
import { BATCH, inBatches } from '../batches.ts'
import { timeOr } from '../clean.ts'
import { cut } from '../free-name.ts'
import type { ImportRun } from '../importing.ts'
import { importedTopic } from '../messages/note-messages.ts'
import { addRecords, knownAmong, reserveIds, stage } from '../records.ts'
import { renderText } from '../rendering.ts'
import type { SourceDraft, SourceMessage, SourceScheduledMessage } from '../source.ts'
import { linkedMessages, writeText } from '../texts.ts'
import { isUsable, PERSONAL, type PersonalKind, usableWords } from './personal-kinds.ts'

type NewRow = Readonly<Record<string, unknown>>

/** Keeps a row for each record that is new and usable. */
async function keep<T extends { readonly where: string }>(
  to: ImportRun,
  rows: AsyncIterable<T> | undefined,
  personal: PersonalKind<T>,
  make: (row: T) => Promise<NewRow> | NewRow,
): Promise<void> {
  const { kind, keyOf, table, plural } = personal
  let count = 0
  await inBatches(rows, BATCH, async (batch) => {
    const known = await knownAmong(to.db, to.importId, kind, batch.map(keyOf))
    const made = new Map<string, NewRow>()
    for (const row of batch)
      if (!known.has(keyOf(row)) && !made.has(keyOf(row)) && isUsable(to, personal, row))
        made.set(keyOf(row), await make(row))
    await to.db.transaction().execute(async (tx) => {
      await addRecords(
        tx,
        to.importId,
        kind,
        [...made.keys()].map((key) => [key, 0] as const),
      )
      await stage(tx, to.importId, table, [...made.values()])
    })
    count += made.size
  })
  if (count > 0) to.added(plural, count)
}

/** What people set up for themselves. */
export async function importPersonal(to: ImportRun): Promise<void> {
  const { source, people, channels, realm } = to
  await keep(to, source.topicPolicies?.(), PERSONAL.topicPolicies, (row) => {
    const name = importedTopic(row.topic)
    return {
      ...{ user_id: people.get(row.personId), channel_id: channels.get(row.channelId), realm_id: realm.id },
      ...{ name, name_key: topicKey(name), policy: row.policy, updated_at: timeOr(row.at, to.now), set_by: null },
    }
  })
  await keep(to, source.mutedPeople?.(), PERSONAL.mutedPeople, (row) => ({
    user_id: people.get(row.personId),
    muted_id: people.get(row.mutedId),
    at: timeOr(row.at, to.now),
  }))
  await keep(to, source.alertWords?.(), PERSONAL.alertWords, (row) => ({
    user_id: people.get(row.personId),
    realm_id: realm.id,
    words: usableWords(row),
  }))
  await keep(to, source.snippets?.(), PERSONAL.snippets, async (row) => {
    const [id] = await reserveIds(to.db, 'saved_snippet', 1)
    return {
      ...{ id, realm_id: realm.id, user_id: people.get(row.personId), title: cut(row.title.trim(), 60) },
      ...{ content: checkLength(row.content), created_at: timeOr(row.createdAt, to.now) },
    }
  })
  await keep(to, source.drafts?.(), PERSONAL.drafts, (row) => draftRow(to, row))
  await keep(to, source.scheduledMessages?.(), PERSONAL.scheduledMessages, (row) => scheduledRow(to, row))
}

interface Recipients {
  readonly channelId: number | null
  readonly userIds: readonly number[] | null
  readonly topic: string
}

function recipientsOf(to: ImportRun, recipients: SourceMessage['to']): Recipients {
  if ('channelId' in recipients) {
    const channelId = to.channels.get(recipients.channelId)!
    return { channelId, userIds: null, topic: importedTopic(recipients.topic) }
  }
  const ids = recipients.people.map((id) => to.people.get(id)!)
  return { channelId: null, userIds: [...new Set(ids)].sort((a, b) => a - b), topic: '' }
}

async function draftRow(to: ImportRun, row: SourceDraft): Promise<NewRow> {
  const userId = to.people.get(row.personId)!
  const recipients = row.to && recipientsOf(to, row.to)
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
  const sender = to.realm.account(to.people.get(row.senderId)!)!
  const recipients = recipientsOf(to, row.to)
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
