import { getOrMake } from '../get-or-make.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { shownTopic, topicKey } from '../realm-state/topic-name.ts'
import type { StateSlice } from '../register/snapshot.ts'
import { newestUnread, recentConversations, starredIds, type UnreadMessage } from './unread-queries.ts'

const MOST_UNREAD = 50_000
const MOST_CONVERSATIONS = 1_000

export const unreadState: StateSlice = {
  types: ['update_message_flags'],
  take({ realm, user, spec }) {
    const hidden = new Set(spec.capabilities.archived_channels ? [] : archivedChannels(realm))
    const keepEmpty = spec.capabilities.empty_topic_name ?? false
    return async (db) => {
      const found = await newestUnread(db, user, MOST_UNREAD)
      const newest = found.slice(0, MOST_UNREAD).reverse()
      const shown = newest.filter(({ channel_id: id }) => id === null || !hidden.has(id))
      return {
        unread_msgs: { ...groupUnread(user.id, shown, keepEmpty), old_unreads_missing: found.length > MOST_UNREAD },
      }
    }
  },
}

const archivedChannels = (realm: RealmState): number[] =>
  [...realm.channels.values()].filter((channel) => channel.isArchived).map((channel) => channel.id)

/** Messages in ascending order, grouped as clients count them. */
export function groupUnread(userId: number, unread: readonly UnreadMessage[], keepEmptyTopic: boolean) {
  const pms = new Map<number, { other_user_id: number; sender_id: number; unread_message_ids: number[] }>()
  const huddles = new Map<string, { user_ids_string: string; unread_message_ids: number[] }>()
  const streams = new Map<string, { stream_id: number; topic: string; unread_message_ids: number[] }>()
  for (const message of unread) {
    if (message.channel_id !== null) {
      const topic = shownTopic(message.topic ?? '', keepEmptyTopic)
      const key = `${message.channel_id} ${topicKey(topic)}`
      groupIn(streams, key, () => ({ stream_id: message.channel_id!, topic, unread_message_ids: [] })).push(message.id)
      continue
    }
    const members = message.members ?? []
    if (members.length > 2) {
      const ids = members.join(',')
      groupIn(huddles, ids, () => ({ user_ids_string: ids, unread_message_ids: [] })).push(message.id)
      continue
    }
    const other = members.find((id) => id !== userId) ?? userId
    groupIn(pms, other, () => ({ other_user_id: other, sender_id: other, unread_message_ids: [] })).push(message.id)
  }
  return {
    count: unread.filter((message) => !message.is_muted).length,
    pms: [...pms.values()].sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams.values()].sort((a, b) => a.stream_id - b.stream_id || compare(a.topic, b.topic)),
    huddles: [...huddles.values()].sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: unread.filter((message) => message.mentioned).map((message) => message.id),
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const groupIn = <K, G extends { unread_message_ids: number[] }>(groups: Map<K, G>, key: K, make: () => G): number[] =>
  getOrMake(groups, key, make).unread_message_ids

export const starredState: StateSlice = {
  types: ['starred_messages'],
  take:
    ({ user }) =>
    async (db) => ({ starred_messages: await starredIds(db, user.id) }),
}

export const recentConversationsState: StateSlice = {
  types: ['recent_private_conversations'],
  take:
    ({ user }) =>
    async (db) => {
      const recent = await recentConversations(db, user.id, MOST_CONVERSATIONS)
      return {
        recent_private_conversations: recent.map(({ members, last }) => ({
          max_message_id: last,
          user_ids: members.filter((id) => id !== user.id),
        })),
      }
    },
}
