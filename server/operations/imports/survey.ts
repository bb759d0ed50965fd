import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { BATCH, inBatches } from './batches.ts'
import { isKnownEmoji, reactionKey } from './messages/reactions.ts'
import { botType, knownSettings } from './people.ts'
import { PERSONAL_KEYS, PLURALS } from './personal.ts'
import { knownAmong, loadIds, type RecordKind } from './records.ts'
import type { ImportReport } from './report.ts'
import { isPermittedLinkifier } from './settings.ts'
import type { ImportSource, SourceMessage } from './source.ts'

export interface Survey {
  /** How many records of each kind are new. */
  readonly added: ReadonlyMap<string, number>
  /** Channels and groups that will get another name: `channel general`. */
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
    if (person.isBot) botType({ report }, person)
    else if (!match) knownSettings({ report }, person)
    count(match?.isBot === person.isBot ? 'people found by email' : person.isBot ? 'bots' : 'people')
  }
  const knownChannels = await known('channel')
  for await (const channel of source.channels()) {
    channels.add(channel.id)
    if (knownChannels.has(channel.id)) continue
    count('channels')
    if (!channel.isArchived && realm.channelByName(channel.name)) renamed.push(`channel ${channel.name}`)
  }
  const knownGroups = await known('group')
  for await (const { id, name } of source.groups?.() ?? []) {
    if (knownGroups.has(id)) continue
    count('groups')
    if (realm.groups.named(name)) renamed.push(`group ${name}`)
  }
  const knownLinkifiers = await known('linkifier')
  for await (const linkifier of source.linkifiers?.() ?? []) {
    if (knownLinkifiers.has(linkifier.id)) continue
    if (isPermittedLinkifier(realm, linkifier)) count('linkifiers')
    else report.leftOut('linkifiers', linkifier.where)
  }
  for (const [what, rows, kind] of listsOf(source)) {
    const before = await known(kind)
    for await (const id of rows) if (!before.has(id)) count(what)
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
  await surveyReactions(db, importId, source, report, count)
  return { added, renamed }
}

type List = readonly [what: string, ids: AsyncIterable<string>, kind: RecordKind]

/** Lists whose records are taken as they are. */
const listsOf = (source: ImportSource): List[] => [
  ['channel folders', keysOf(source.folders?.(), idOf), 'folder'],
  ['custom emoji', keysOf(source.emoji?.(), idOf), 'emoji'],
  ['profile fields', keysOf(source.profileFields?.(), idOf), 'field'],
  [PLURALS['topic policy']!, keysOf(source.topicPolicies?.(), PERSONAL_KEYS.topicPolicy), 'topic policy'],
  [PLURALS['muted person']!, keysOf(source.mutedPeople?.(), PERSONAL_KEYS.mutedPerson), 'muted person'],
  [PLURALS['alert words']!, keysOf(source.alertWords?.(), PERSONAL_KEYS.alertWords), 'alert words'],
  ['scheduled messages', keysOf(source.scheduledMessages?.(), idOf), 'scheduled message'],
  ['snippets', keysOf(source.snippets?.(), idOf), 'snippet'],
  ['drafts', keysOf(source.drafts?.(), idOf), 'draft'],
]

const idOf = ({ id }: { readonly id: string }): string => id

async function* keysOf<T>(rows: AsyncIterable<T> | undefined, keyOf: (row: T) => string): AsyncGenerator<string> {
  for await (const row of rows ?? []) yield keyOf(row)
}

async function surveyReactions(
  db: Db,
  importId: number | null,
  source: ImportSource,
  report: ImportReport,
  count: (what: string) => void,
): Promise<void> {
  const custom = new Set<string>()
  for await (const { id } of source.emoji?.() ?? []) custom.add(id)
  await inBatches(source.reactions?.(), BATCH, async (batch) => {
    const known = await knownAmong(db, importId ?? 0, 'reaction', batch.map(reactionKey))
    for (const row of batch) {
      if (known.has(reactionKey(row))) continue
      if (isKnownEmoji(row.emoji, custom)) count('reactions')
      else report.leftOut('reactions with unknown emoji', `${row.where} ${row.personId}`)
    }
  })
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
