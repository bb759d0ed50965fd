import { foldCase } from '../../api/fold-case.ts'
import type { UnreadMessages } from '../../api/objects/personal.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'

/** The place of an unread message. */
export type Place =
  | { kind: 'channel'; streamId: number; topic: string }
  /** Everyone in the conversation except oneself. */
  | { kind: 'direct'; others: readonly number[] }

const MUTED_TOPIC = 1

const isSameTopic = (left: string, right: string): boolean => foldCase(left) === foldCase(right)
const compare = <T extends number | string>(left: T, right: T): number => (left < right ? -1 : left > right ? 1 : 0)

/** True if the channel or topic is muted. These messages are unread but not counted. */
export function isMuted(state: RegisterState, streamId: number, topic: string): boolean {
  const policy = state.user_topics?.find(
    ({ stream_id, topic_name }) => stream_id === streamId && isSameTopic(topic_name, topic),
  )?.visibility_policy
  if (policy !== undefined) return policy === MUTED_TOPIC
  return state.subscriptions?.find(({ stream_id }) => stream_id === streamId)?.is_muted ?? false
}

function withCount(state: RegisterState, unread: Omit<UnreadMessages, 'count'>): UnreadMessages {
  const visible = unread.streams.filter(({ stream_id, topic }) => !isMuted(state, stream_id, topic))
  const count = [...unread.pms, ...unread.huddles, ...visible]
    .map(({ unread_message_ids }) => unread_message_ids.length)
    .reduce((sum, length) => sum + length, 0)
  return { ...unread, count }
}

interface Conversation {
  unread_message_ids: number[]
}

/** Adds an id to its conversation, or to a new one. */
function insert<T extends Conversation>(list: readonly T[], id: number, fresh: T, isSame: (other: T) => boolean): T[] {
  const rest = list.filter((other) => !isSame(other))
  const known = list.find(isSame) ?? fresh
  const ids = [...new Set([...known.unread_message_ids, id])].sort(compare)
  return [...rest, { ...known, unread_message_ids: ids }]
}

function place(unread: UnreadMessages, id: number, at: Place, ownId: number): UnreadMessages {
  if (at.kind === 'channel') {
    const { streamId: stream_id, topic } = at
    const streams = insert(
      unread.streams,
      id,
      { stream_id, topic, unread_message_ids: [] },
      (other) => other.stream_id === stream_id && isSameTopic(other.topic, topic),
    )
    streams.sort((a, b) => compare(a.stream_id, b.stream_id) || compare(a.topic, b.topic))
    return { ...unread, streams }
  }
  if (at.others.length <= 1) {
    const other_user_id = at.others[0] ?? ownId
    const fresh = { other_user_id, sender_id: other_user_id, unread_message_ids: [] }
    const pms = insert(unread.pms, id, fresh, (other) => other.other_user_id === other_user_id)
    return { ...unread, pms: pms.sort((a, b) => compare(a.other_user_id, b.other_user_id)) }
  }
  const user_ids_string = [...at.others, ownId].sort(compare).join(',')
  const fresh = { user_ids_string, unread_message_ids: [] }
  const huddles = insert(unread.huddles, id, fresh, (other) => other.user_ids_string === user_ids_string)
  return { ...unread, huddles: huddles.sort((a, b) => compare(a.user_ids_string, b.user_ids_string)) }
}

export function addUnread(state: RegisterState, id: number, at: Place, isMention: boolean): RegisterState {
  const { unread_msgs: unread } = state
  if (!unread) return state
  const placed = place(unread, id, at, state.user_id ?? -1)
  const mentions = isMention ? [...new Set([...unread.mentions, id])].sort(compare) : unread.mentions
  return { ...state, unread_msgs: withCount(state, { ...placed, mentions }) }
}

/** Removes these ids, or all if `ids` is null. */
export function removeUnread(state: RegisterState, ids: ReadonlySet<number> | null): RegisterState {
  const { unread_msgs: unread } = state
  if (!unread) return state
  const keep = (id: number) => ids !== null && !ids.has(id)
  const without = <T extends Conversation>(list: readonly T[]): T[] =>
    list
      .map((entry) => ({ ...entry, unread_message_ids: entry.unread_message_ids.filter(keep) }))
      .filter(({ unread_message_ids }) => unread_message_ids.length > 0)
  const rest = {
    pms: without(unread.pms),
    streams: without(unread.streams),
    huddles: without(unread.huddles),
    mentions: unread.mentions.filter(keep),
    old_unreads_missing: ids === null ? false : unread.old_unreads_missing,
  }
  return { ...state, unread_msgs: withCount(state, rest) }
}
