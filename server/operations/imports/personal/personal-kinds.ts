import type { KnownRecords } from '../importing.ts'
import type { RecordKind, StagedTable } from '../records.ts'
import type {
  SourceAlertWords,
  SourceDraft,
  SourceMessage,
  SourceMutedPerson,
  SourceScheduledMessage,
  SourceSnippet,
  SourceTopicPolicy,
} from '../source.ts'

/** A kind of records that people set up for themselves. */
export interface PersonalKind<T> {
  readonly kind: RecordKind
  readonly plural: string
  readonly table: StagedTable
  /** What a record has for an id. */
  keyOf(row: T): string
  /** False if something that the record names is not there. */
  isUsable(known: KnownRecords, row: T): boolean
}

const kindOf = <T>(kind: PersonalKind<T>): PersonalKind<T> => kind
const idOf = ({ id }: { readonly id: string }): string => id

const areThere = ({ people, channels }: KnownRecords, to: SourceMessage['to']): boolean =>
  'channelId' in to ? channels.has(to.channelId) : to.people.every((id) => people.has(id))

/** What is left of a list of alert words. */
export const usableWords = ({ words }: SourceAlertWords): string[] => [
  ...new Set(words.map((word) => word.trim()).filter((word) => word !== '' && [...word].length <= 100)),
]

export const PERSONAL = {
  topicPolicies: kindOf<SourceTopicPolicy>({
    kind: 'topic policy',
    plural: 'topic policies',
    table: 'user_topic',
    keyOf: (row) => `${row.personId} ${row.channelId} ${row.topic}`,
    isUsable: ({ people, channels }, row) => people.has(row.personId) && channels.has(row.channelId),
  }),
  mutedPeople: kindOf<SourceMutedPerson>({
    kind: 'muted person',
    plural: 'muted people',
    table: 'mute',
    keyOf: (row) => `${row.personId} ${row.mutedId}`,
    isUsable: ({ people }, { personId, mutedId }) =>
      people.has(personId) && people.has(mutedId) && people.get(personId) !== people.get(mutedId),
  }),
  alertWords: kindOf<SourceAlertWords>({
    kind: 'alert words',
    plural: 'lists of alert words',
    table: 'alert_words',
    keyOf: (row) => row.personId,
    isUsable: ({ people }, row) => people.has(row.personId) && usableWords(row).length > 0,
  }),
  snippets: kindOf<SourceSnippet>({
    kind: 'snippet',
    plural: 'snippets',
    table: 'saved_snippet',
    keyOf: idOf,
    isUsable: ({ people }, row) => people.has(row.personId) && row.title.trim() !== '' && row.content.trim() !== '',
  }),
  drafts: kindOf<SourceDraft>({
    kind: 'draft',
    plural: 'drafts',
    table: 'draft',
    keyOf: idOf,
    isUsable: (known, row) => known.people.has(row.personId) && (row.to === null || areThere(known, row.to)),
  }),
  scheduledMessages: kindOf<SourceScheduledMessage>({
    kind: 'scheduled message',
    plural: 'scheduled messages',
    table: 'scheduled_message',
    keyOf: idOf,
    isUsable: (known, row) => known.people.has(row.senderId) && areThere(known, row.to),
  }),
} as const

/** False, with a report, for a record that cannot be imported. */
export function isUsable<T extends { readonly where: string }>(
  known: KnownRecords,
  kind: PersonalKind<T>,
  row: T,
): boolean {
  const found = kind.isUsable(known, row)
  if (!found) known.report.skip(row.where, 'somebody or something that it names is not there')
  return found
}
