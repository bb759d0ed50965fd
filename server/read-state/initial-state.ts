import { getOrMake } from '../base/get-or-make.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { shownTopic, topicKey } from '../realm-state/topic-name.ts'
import { type StateSlice, wantRows } from '../register/snapshot.ts'
import { newestUnread, selectRecentConversations, selectStarred, type UnreadGroup } from './unread-queries.ts'

export const unreadState: StateSlice = {
  types: ['update_message_flags'],
  take({ realm, user, spec }) {
    const hidden = new Set(spec.capabilities.archived_channels ? [] : archivedChannels(realm))
    const keepEmpty = spec.capabilities.empty_topic_name ?? false
    return async (db) => {
      const { groups, isCut } = await newestUnread(db, user)
      const shown = groups.filter(({ channel_id: id }) => id === null || !hidden.has(id))
      return { unread_msgs: { ...groupUnread(user.id, shown, keepEmpty), old_unreads_missing: isCut } }
    }
  },
}

const archivedChannels = (realm: RealmState): number[] =>
  [...realm.channels.values()].filter((channel) => channel.isArchived).map((channel) => channel.id)

/** Groups unread messages as clients count them, each group in ascending order. */
export function groupUnread(userId: number, unread: readonly UnreadGroup[], keepEmptyTopic: boolean) {
  const pms = new Map<number, { other_user_id: number; sender_id: number; unread_message_ids: number[] }>()
  const huddles = new Map<string, { user_ids_string: string; unread_message_ids: number[] }>()
  const streams = new Map<string, { stream_id: number; topic: string; unread_message_ids: number[] }>()
  for (const { channel_id: channelId, topic: name, members, ids } of unread) {
    if (channelId !== null) {
      const topic = shownTopic(name ?? '', keepEmptyTopic)
      const key = `${channelId} ${topicKey(topic)}`
      addTo(streams, key, ids, () => ({ stream_id: channelId, topic, unread_message_ids: [] }))
      continue
    }
    const people = members ?? []
    if (people.length > 2) {
      const key = people.join(',')
      addTo(huddles, key, ids, () => ({ user_ids_string: key, unread_message_ids: [] }))
      continue
    }
    const other = people.find((id) => id !== userId) ?? userId
    addTo(pms, other, ids, () => ({ other_user_id: other, sender_id: other, unread_message_ids: [] }))
  }
  return {
    count: unread.reduce((sum, { is_muted: isMuted, ids }) => sum + (isMuted ? 0 : ids.length), 0),
    pms: [...pms.values()].sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams.values()].sort((a, b) => a.stream_id - b.stream_id || compare(a.topic, b.topic)),
    huddles: [...huddles.values()].sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: unread.flatMap(mentionsOf).sort(ascending),
  }
}

/** A mention of everybody does not count where the channel or topic is muted. */
const mentionsOf = ({ mentions, wildcards, is_muted: isMuted }: UnreadGroup): number[] => [
  ...(mentions ?? []),
  ...(isMuted ? [] : (wildcards ?? [])),
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const ascending = (a: number, b: number): number => a - b

/**
 * Two groups of the database may be one for the client, for example the empty topic and a topic with its display name.
 */
function addTo<K, G extends { unread_message_ids: number[] }>(
  groups: Map<K, G>,
  key: K,
  ids: readonly number[],
  make: () => G,
): void {
  const { unread_message_ids: known } = getOrMake(groups, key, make)
  const isMerged = known.length > 0
  for (const id of ids) known.push(id)
  if (isMerged) known.sort(ascending)
}

export const starredState: StateSlice = {
  types: ['starred_messages'],
  take: ({ user }) =>
    wantRows(
      () => selectStarred(user.id),
      (rows) => ({ starred_messages: rows.map((row) => row.message_id) }),
    ),
}

export const recentConversationsState: StateSlice = {
  types: ['recent_private_conversations'],
  take: ({ user }) =>
    wantRows(
      () => selectRecentConversations(user.id),
      (rows) => ({
        recent_private_conversations: rows.map(({ members, last }) => ({
          max_message_id: last,
          user_ids: members.filter((id) => id !== user.id),
        })),
      }),
    ),
}
