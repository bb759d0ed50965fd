import type { EditHistoryEntry } from '../../api/objects/message.ts'
import { truncateTopic } from '../../markdown/limits.ts'
import { getOrMake } from '../kernel/base/get-or-make.ts'
import { RESOLVED_PREFIX, shownTopic } from '../kernel/realm-state/topic-name.ts'
import { MAX_TOPIC_LENGTH } from '../kernel/texts/message-text.ts'

/** One edit as it is stored. `seq` is its position in the log, which orders edits of the same second. */
export interface StoredEdit extends EditHistoryEntry {
  readonly seq: number
}

/** A message as far as its edits are concerned: its own, and those of the topic that it is in. */
export interface EditedMessage {
  readonly edits: readonly StoredEdit[] | null
  readonly topic_edits: readonly StoredEdit[] | null
}

/** A message keeps this number of edits, the newest ones. */
export const MAX_STORED_EDITS = 200

/** All edits of a message, the oldest first. A request that changes content and topic is one edit. */
export function editsOf({ edits, topic_edits }: EditedMessage): StoredEdit[] {
  const stored = [...(edits ?? []), ...(topic_edits ?? [])].sort((a, b) => a.seq - b.seq)
  const requests = Map.groupBy(stored, (edit) => edit.seq)
  return [...requests.values()].map((parts) => Object.assign({}, ...parts) as StoredEdit)
}

/** The name of a topic after it is resolved. A long one is cut. */
const resolvedName = (topic: string): string => truncateTopic(RESOLVED_PREFIX + topic, MAX_TOPIC_LENGTH)

/** Names of a topic after it is unresolved: without the prefix, or without any check marks and blanks before it. */
const unresolvedNames = (topic: string): string[] => [topic.slice(RESOLVED_PREFIX.length), topic.replace(/^[✔ ]+/, '')]

/** Whether the topic was only resolved or unresolved. */
export const isResolving = (before: string, after: string): boolean =>
  before.startsWith(RESOLVED_PREFIX)
    ? !after.startsWith(RESOLVED_PREFIX) && unresolvedNames(before).includes(after)
    : after === resolvedName(before)

const isMove = (edit: StoredEdit): boolean =>
  edit.prev_stream !== undefined ||
  (edit.prev_topic !== undefined && edit.topic !== undefined && !isResolving(edit.prev_topic, edit.topic))

interface PresentedEdits {
  edit_history?: EditHistoryEntry[]
  last_edit_timestamp?: number
  last_moved_timestamp?: number
}

/** The fields of a message that describe its edits, as far as the organization shows them. */
export function presentEdits(message: EditedMessage, policy: string, keepEmptyTopic: boolean): PresentedEdits {
  if (!message.edits && !message.topic_edits) return {}
  if (!message.edits || message.topic_edits) return presented(message, policy, keepEmptyTopic)
  const known = getOrMake(shared, message.edits, () => new Map())
  return getOrMake(known, `${policy} ${keepEmptyTopic}`, () => presented(message, policy, keepEmptyTopic))
}

/** Messages that were moved together share their list of edits, which may be long. */
const shared = new WeakMap<readonly StoredEdit[], Map<string, PresentedEdits>>()

function presented(message: EditedMessage, policy: string, keepEmptyTopic: boolean): PresentedEdits {
  const edits = editsOf(message)
  const edited = edits.findLast((edit) => edit.prev_content !== undefined)
  const moved = edits.findLast(isMove)
  const entries = shownEdits(edits, policy, keepEmptyTopic)
  return {
    ...(entries.length > 0 ? { edit_history: entries.reverse() } : {}),
    ...(edited ? { last_edit_timestamp: edited.timestamp } : {}),
    ...(moved ? { last_moved_timestamp: moved.timestamp } : {}),
  }
}

/** With the policy `moves` no content is shown, with `none` nothing at all. */
function shownEdits(edits: readonly StoredEdit[], policy: string, keepEmptyTopic: boolean): EditHistoryEntry[] {
  if (policy === 'none') return []
  const isShown = (edit: StoredEdit) =>
    policy === 'all' || edit.prev_topic !== undefined || edit.prev_stream !== undefined
  return edits.filter(isShown).map(({ seq, prev_content, prev_rendered_content, prev_topic, topic, ...rest }) => ({
    ...rest,
    ...(prev_topic === undefined ? {} : { prev_topic: shownTopic(prev_topic, keepEmptyTopic) }),
    ...(topic === undefined ? {} : { topic: shownTopic(topic, keepEmptyTopic) }),
    ...(policy !== 'all' || prev_content === undefined ? {} : { prev_content }),
    ...(policy !== 'all' || prev_rendered_content === undefined ? {} : { prev_rendered_content }),
  }))
}
