import type { RecentConversation } from '../../../api/objects/recent-conversation.ts'
import { firstWords } from '../../../markdown/html/first-words.ts'
import { hasHistoryAccess } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { shownTopic } from '../../kernel/realm-state/topic-name.ts'
import { newestUnread, type UnreadGroup } from '../read-state/unread-queries.ts'
import { type RecentRow, recentConversations } from './queries.ts'

interface RecentRequest {
  readonly before?: number | undefined
  readonly limit: number
  readonly allow_empty_topic_name: boolean
}

/** One row more says whether there is another page. */
export async function listRecent(db: Db, { realm, user }: Actor, wanted: RecentRequest) {
  const { before = Number.MAX_SAFE_INTEGER, limit, allow_empty_topic_name: keepsEmpty } = wanted
  const channels = realm.memberships.channelsOf(user.id).flatMap((id) => {
    const channel = realm.channels.get(id)
    return channel && !channel.isArchived ? [{ id, isShared: hasHistoryAccess(realm, user, channel) }] : []
  })
  const asked = { realmId: realm.id, userId: user.id, channels, before, limit: limit + 1 }
  const [rows, { groups }] = await Promise.all([recentConversations(db, asked), newestUnread(db, realm.id, user)])
  const unread = new Map(groups.map((group) => [keyOf(group), group.count]))
  return {
    conversations: rows.slice(0, limit).map(
      (row): RecentConversation => ({
        ...placeOf(row, user.id, keepsEmpty),
        message_id: row.id,
        timestamp: row.sent_at,
        sender_id: row.sender_id,
        first_words: firstWords(row.html),
        recent_sender_ids: row.senders,
        participated: row.participated,
        unread_count: unread.get(keyOf(row)) ?? 0,
      }),
    ),
    found_oldest: rows.length <= limit,
  }
}

const keyOf = ({
  channel_id: channel,
  topic,
  members,
}: Pick<UnreadGroup, 'channel_id' | 'topic' | 'members'>): string =>
  channel === null ? `direct ${members?.join()}` : `${channel} ${topic}`

const placeOf = ({ channel_id, topic, members }: RecentRow, own: number, keepsEmpty: boolean) =>
  channel_id === null
    ? { user_ids: (members ?? []).filter((id) => id !== own) }
    : { stream_id: channel_id, topic: shownTopic(topic ?? '', keepsEmpty) }
