import { readText, type TextNames } from '../narrow-text.ts'
import type {
  SourceAlertWords,
  SourceMutedPerson,
  SourceScheduledMessage,
  SourceSnippet,
  SourceTopicPolicy,
} from '../source.ts'
import { idOf, numberOf, type Row, textOf } from '../values.ts'
import type { Messages } from './messages.ts'
import type { Tables } from './tables.ts'

const placeOf = (table: string, row: Row): string => `realm.json, ${table}, id ${row['id']}`

export async function* topicPoliciesOf(tables: Tables): AsyncGenerator<SourceTopicPolicy> {
  const table = 'zerver_usertopic'
  for (const row of tables.all(table)) {
    const [personId, channelId, topic] = [idOf(row['user_profile']), idOf(row['stream']), textOf(row['topic_name'])]
    const [policy, at] = [numberOf(row['visibility_policy']), numberOf(row['last_updated'])]
    if (personId === undefined || channelId === undefined || topic === undefined) continue
    if (policy !== 1 && policy !== 2 && policy !== 3) continue
    yield { where: placeOf(table, row), personId, channelId, topic, policy, ...(at !== undefined && { at }) }
  }
}

export async function* mutedPeopleOf(tables: Tables): AsyncGenerator<SourceMutedPerson> {
  const table = 'zerver_muteduser'
  for (const row of tables.all(table)) {
    const [personId, mutedId] = [idOf(row['user_profile']), idOf(row['muted_user'])]
    const at = numberOf(row['date_muted'])
    if (personId !== undefined && mutedId !== undefined)
      yield { where: placeOf(table, row), personId, mutedId, ...(at !== undefined && { at }) }
  }
}

export async function* alertWordsOf(tables: Tables): AsyncGenerator<SourceAlertWords> {
  const table = 'zerver_alertword'
  const byPerson = Map.groupBy(tables.all(table), (row) => idOf(row['user_profile']))
  for (const [personId, rows] of byPerson)
    if (personId !== undefined)
      yield { where: placeOf(table, rows[0]!), personId, words: rows.flatMap((row) => textOf(row['word']) ?? []) }
}

export async function* snippetsOf(tables: Tables): AsyncGenerator<SourceSnippet> {
  const table = 'zerver_savedsnippet'
  for (const row of tables.all(table)) {
    const [id, personId, createdAt] = [idOf(row['id']), idOf(row['user_profile']), numberOf(row['date_created'])]
    const [title, content] = [textOf(row['title']), textOf(row['content'])]
    if (id === undefined || personId === undefined || title === undefined || content === undefined) continue
    yield { id, where: placeOf(table, row), personId, title, content, ...(createdAt !== undefined && { createdAt }) }
  }
}

const SEND_LATER = 1

/** Those that are still to be sent. */
export async function* scheduledOf(
  tables: Tables,
  messages: Messages,
  names: TextNames,
): AsyncGenerator<SourceScheduledMessage> {
  const table = 'zerver_scheduledmessage'
  for (const row of tables.all(table)) {
    const [id, senderId, content] = [idOf(row['id']), idOf(row['sender']), textOf(row['content'])]
    const deliverAt = numberOf(row['scheduled_timestamp'])
    if (row['delivered'] === true) continue
    const where = placeOf(table, row)
    if (row['delivery_type'] !== undefined && row['delivery_type'] !== SEND_LATER) {
      tables.report.leftOut('reminders', where)
      continue
    }
    if (id === undefined || senderId === undefined || content === undefined || deliverAt === undefined) continue
    const to = messages.recipients(row['recipient'], senderId, textOf(row['subject']) ?? '')
    if (to) yield { id, where, senderId, deliverAt, to, content: readText(content, names) }
  }
}
