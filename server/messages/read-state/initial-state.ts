import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { Json, type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { newestUnread, selectRecentConversations, selectStarred } from './unread-queries.ts'
import { unreadText } from './unread-text.ts'

export const unreadState: StateSlice = {
  types: ['update_message_flags'],
  take({ realm, user, spec }) {
    const hidden = new Set(spec.capabilities.archived_channels ? [] : archivedChannels(realm))
    const keepEmpty = spec.capabilities.empty_topic_name ?? false
    return async (db) => {
      const { groups, isCut } = await newestUnread(db, realm.id, user)
      const shown = groups.filter(({ channel_id: id }) => id === null || !hidden.has(id))
      return { unread_msgs: new Json(unreadText(user.id, { groups: shown, isCut }, keepEmpty)) }
    }
  },
}

const archivedChannels = (realm: RealmState): number[] =>
  [...realm.channels.values()].filter((channel) => channel.isArchived).map((channel) => channel.id)

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
