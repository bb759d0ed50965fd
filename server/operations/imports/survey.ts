import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { loadIds, type RecordKind } from './records.ts'
import type { ImportReport } from './report.ts'
import type { ImportSource, SourceMessage } from './source.ts'

export interface Survey {
  /** How many records of each kind are new. */
  readonly added: ReadonlyMap<string, number>
  /** Channels that will get another name. */
  readonly renamed: readonly string[]
}

/** What an import would do. It reads the whole archive and writes nothing. */
export async function survey(db: Db, realm: RealmState, source: ImportSource, report: ImportReport): Promise<Survey> {
  const importId = await findImport(db, realm.id, source)
  const known = (kind: RecordKind) => (importId === null ? new Map<string, number>() : loadIds(db, importId, kind))
  const added = new Map<string, number>()
  const count = (what: string) => added.set(what, (added.get(what) ?? 0) + 1)
  const [people, channels] = [new Set<string>(), new Set<string>()]
  const renamed: string[] = []

  const knownPeople = await known('person')
  for await (const person of source.people()) {
    people.add(person.id)
    if (person.systemBot || knownPeople.has(person.id)) continue
    const match = realm.accountByEmail(person.email)
    count(match?.isBot === person.isBot ? 'people found by email' : person.isBot ? 'bots' : 'people')
  }
  const knownChannels = await known('channel')
  for await (const channel of source.channels()) {
    channels.add(channel.id)
    if (knownChannels.has(channel.id)) continue
    count('channels')
    if (!channel.isArchived && realm.channelByName(channel.name)) renamed.push(channel.name)
  }
  const lists = [
    ['groups', source.groups?.(), 'group'],
    ['channel folders', source.folders?.(), 'folder'],
    ['custom emoji', source.emoji?.(), 'emoji'],
    ['linkifiers', source.linkifiers?.(), 'linkifier'],
    ['profile fields', source.profileFields?.(), 'field'],
    ['scheduled messages', source.scheduledMessages?.(), 'scheduled message'],
    ['snippets', source.snippets?.(), 'snippet'],
    ['drafts', source.drafts?.(), 'draft'],
  ] as const
  for (const [what, rows, kind] of lists) {
    const before = await known(kind)
    for await (const { id } of rows ?? []) if (!before.has(id)) count(what)
  }
  const knownSubscriptions = await known('subscription')
  for await (const { personId, channelId } of source.subscriptions())
    if (!knownSubscriptions.has(`${personId} ${channelId}`)) count('subscriptions')
  await surveyMessages(db, importId, source, (message) => {
    const isKnown = (id: string) => people.has(id)
    const recipients = 'channelId' in message.to ? channels.has(message.to.channelId) : message.to.people.every(isKnown)
    if (isKnown(message.senderId) && recipients) {
      count('messages')
      for (const part of message.content) if (typeof part === 'object' && 'file' in part) count('links to files')
      for (const _ of message.reactions ?? []) count('reactions')
    } else report.skip(message.where, `message ${message.id}: its sender or its place is not there`)
  })
  for await (const _ of source.reactions?.() ?? []) count('reactions')
  return { added, renamed }
}

async function findImport(db: Db, realmId: number, { format, identity }: ImportSource): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from data_import where realm_id = ${realmId} and format = ${format} and identity = ${identity}`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

const AT_ONCE = 1_000

/** Calls `onNew` for the messages that were not imported before. */
async function surveyMessages(
  db: Db,
  importId: number | null,
  source: ImportSource,
  onNew: (message: SourceMessage) => void,
): Promise<void> {
  let batch: SourceMessage[] = []
  const flush = async () => {
    const { rows } = await sql<{ source_id: string }>`
      select source_id from import_message
      where import_id = ${importId} and source_id = any(${batch.map(({ id }) => id)}::text[])`.execute(db)
    const before = new Set(rows.map((row) => row.source_id))
    for (const message of batch) if (!before.has(message.id)) onNew(message)
    batch = []
  }
  for await (const message of source.messages()) {
    batch.push(message)
    if (batch.length === AT_ONCE) await flush()
  }
  await flush()
}
