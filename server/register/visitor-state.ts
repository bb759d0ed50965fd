import { presentChannel } from '../channels/present.ts'
import { channelFacts } from '../channels/queries.ts'
import { groupsState } from '../groups/initial-state.ts'
import { groupUnread } from '../read-state/initial-state.ts'
import { realmState } from '../realm/initial-state.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { settingsDefaultsState } from '../users/initial-state.ts'
import { presentUser } from '../users/present.ts'
import { nothingYet } from './nothing-yet.ts'
import type { StateSlice, VisitorRequest } from './snapshot.ts'

/** Whoever looks in without an account sees the organization only while it shows something to everybody. */
export const admitsVisitors = (realm: RealmState): boolean =>
  realm.info.settings.enable_spectator_access && webPublicChannels(realm).length > 0

const webPublicChannels = (realm: RealmState) =>
  [...realm.channels.values()].filter((channel) => channel.isWebPublic && !channel.isArchived)

const NOBODY = { is_admin: false, is_owner: false, is_moderator: false, is_guest: false }

const people: StateSlice<VisitorRequest> = {
  types: ['realm_user'],
  take({ realm }) {
    const all = [...realm.users.values()].map((user) => presentUser(user, { viewer: null, clientGravatar: false }))
    return {
      realm_users: all.filter((user) => user.is_active),
      realm_non_active_users: all.filter((user) => !user.is_active),
      cross_realm_bots: [],
      ...NOBODY,
      can_create_streams: false,
      can_create_public_streams: false,
      can_create_private_streams: false,
      can_create_web_public_streams: false,
      can_invite_others_to_realm: false,
    }
  },
}

const channels = (type: 'stream' | 'subscription'): StateSlice<VisitorRequest> => ({
  types: [type],
  take({ realm, now }) {
    const shown = webPublicChannels(realm)
    return async (db) => {
      const facts = await channelFacts(db, realm.id)
      const list = shown.map((channel) => presentChannel(realm, channel, facts.get(channel.id), now))
      return type === 'stream' ? { streams: list } : { subscriptions: [], unsubscribed: [], never_subscribed: list }
    }
  },
})

const ofNobody: StateSlice<VisitorRequest>[] = [
  { types: ['default_streams'], take: () => ({ realm_default_streams: [] }) },
  { types: ['message'], take: () => ({ max_message_id: -1 }) },
  { types: ['starred_messages'], take: () => ({ starred_messages: [] }) },
  { types: ['recent_private_conversations'], take: () => ({ recent_private_conversations: [] }) },
  {
    types: ['update_message_flags'],
    take: () => ({ unread_msgs: { ...groupUnread(0, [], true), old_unreads_missing: false } }),
  },
]

/** Register's answer for a visitor: what everybody may see, and nothing of anybody. */
export const VISITOR_SLICES: readonly StateSlice<VisitorRequest>[] = [
  realmState,
  people,
  settingsDefaultsState,
  groupsState,
  channels('stream'),
  channels('subscription'),
  ...ofNobody,
  ...nothingYet,
]
