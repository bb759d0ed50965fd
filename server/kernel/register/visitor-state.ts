import { visitorFoldersState } from '../../channels/channel-folders/initial-state.ts'
import { visitorChannelsState, visitorSubscriptionsState } from '../../channels/visitor-state.ts'
import { unreadText } from '../../messages/read-state/unread-text.ts'
import { stopWordsState } from '../../messages/search/initial-state.ts'
import { domainsState } from '../../organization/domains/initial-state.ts'
import { emojiState } from '../../organization/emoji/initial-state.ts'
import { filtersState, linkifiersState } from '../../organization/linkifiers/initial-state.ts'
import { playgroundsState } from '../../organization/playgrounds/initial-state.ts'
import { realmState } from '../../organization/realm/initial-state.ts'
import { presentTokens } from '../../outside/calls/present.ts'
import { integrationsState } from '../../outside/integrations/initial-state.ts'
import { groupsState } from '../../people/groups/initial-state.ts'
import { visitorOnboardingState } from '../../people/onboarding/initial-state.ts'
import { FIELD_TYPES } from '../../people/profile-fields/initial-state.ts'
import { settingsDefaultsState, visitorSettingsState } from '../../people/users/initial-state.ts'
import { peopleText } from '../../people/users/people-text.ts'
import { presentListedUser, presentSystemBots, profileFields } from '../../people/users/present.ts'
import { wireEmail } from '../realm-state/from-rows.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import { gifState } from './gif-state.ts'
import { missingState } from './missing-state.ts'
import { Json, type StateSlice, type VisitorRequest } from './snapshot.ts'

/** Replaces the visitor's own account. No account has the id 0. */
const NOBODY = {
  user_id: 0,
  email: '',
  delivery_email: '',
  full_name: '',
  avatar_source: 'J',
  avatar_url: '',
  avatar_url_medium: '',
  is_admin: false,
  is_owner: false,
  is_moderator: false,
  // The permissions of the weakest account, because clients treat a visitor like one.
  is_guest: true,
  can_create_streams: false,
  can_create_public_streams: false,
  can_create_private_streams: false,
  can_create_web_public_streams: false,
  can_invite_others_to_realm: false,
}

function peopleForVisitors(realm: RealmState, people: readonly User[], isActive: boolean): Json {
  const { host } = realm.info
  return new Json(
    peopleText(realm, people, {
      name: `${isActive ? 'active' : 'gone'} for visitors at ${host}`,
      has: (user) => user.isActive === isActive,
      sees: () => false,
      viewerId: null,
      fieldsVersion: realm.records.profileField.version,
      present: (user) => ({
        ...presentListedUser(user, { viewer: null, clientGravatar: false }),
        // Viewers who may not see the address do not see it in this field either.
        email: wireEmail(user.id, host),
        // Nobody shares presence with visitors.
        presence_enabled: false,
        ...profileFields(user, NO_FIELDS),
      }),
    }),
  )
}

/** Visitors do not see what people say of themselves. */
const NO_FIELDS = new Map()

const people: StateSlice<VisitorRequest> = {
  types: ['realm_user'],
  take({ realm }) {
    const all = [...realm.users.values()]
    return {
      realm_users: peopleForVisitors(realm, all, true),
      realm_non_active_users: peopleForVisitors(realm, all, false),
      // These are not addresses of people, so they are not hidden.
      cross_realm_bots: presentSystemBots(realm, { viewer: null, clientGravatar: false }),
      ...NOBODY,
    }
  },
}

const ofNobody: StateSlice<VisitorRequest>[] = [
  { types: ['alert_words'], take: () => ({ alert_words: [] }) },
  { types: ['user_topic'], take: () => ({ user_topics: [] }) },
  { types: ['muted_topics'], take: () => ({ muted_topics: [] }) },
  { types: ['drafts'], take: () => ({ drafts: [] }) },
  { types: ['saved_snippets'], take: () => ({ saved_snippets: [] }) },
  { types: ['navigation_views'], take: () => ({ navigation_views: [] }) },
  { types: ['device'], take: () => ({ devices: {} }) },
  { types: ['video_calls'], take: () => presentTokens([]) },
  { types: ['scheduled_messages'], take: () => ({ scheduled_messages: [] }) },
  { types: ['reminders'], take: () => ({ reminders: [] }) },
  {
    types: ['presence'],
    take: ({ now }) => ({ presences: {}, presence_last_update_id: -1, server_timestamp: now }),
  },
  { types: ['user_status'], take: () => ({ user_status: {} }) },
  { types: ['muted_users'], take: () => ({ muted_users: [] }) },
  { types: ['realm_bot'], take: () => ({ realm_bots: [] }) },
  { types: ['default_streams'], take: () => ({ realm_default_streams: [] }) },
  { types: ['default_stream_groups'], take: () => ({ realm_default_stream_groups: [] }) },
  { types: ['message'], take: () => ({ max_message_id: -1 }) },
  {
    types: ['custom_profile_fields'],
    take: () => ({ custom_profile_fields: [], custom_profile_field_types: FIELD_TYPES }),
  },
  { types: ['starred_messages'], take: () => ({ starred_messages: [] }) },
  { types: ['recent_private_conversations'], take: () => ({ recent_private_conversations: [] }) },
  {
    types: ['update_message_flags'],
    take: () => ({ unread_msgs: new Json(unreadText(0, { groups: [], isCut: false }, true)) }),
  },
]

/** Register's answer for a visitor: public data and nothing personal. */
export const VISITOR_SLICES: readonly StateSlice<VisitorRequest>[] = [
  realmState,
  people,
  visitorSettingsState,
  settingsDefaultsState,
  groupsState,
  emojiState,
  linkifiersState,
  filtersState,
  domainsState,
  playgroundsState,
  visitorChannelsState,
  visitorSubscriptionsState,
  visitorFoldersState,
  visitorOnboardingState,
  ...ofNobody,
  stopWordsState,
  integrationsState,
  ...missingState,
  ...gifState,
]
