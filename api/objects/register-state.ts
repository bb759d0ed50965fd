import * as z from 'zod'
import { wire } from '../wire-name.ts'
import { Bot } from './bot.ts'
import { BasicChannel, NeverSubscribedChannel, Subscription } from './channel.ts'
import { UserGroup } from './group.ts'
import { MutedUsers } from './muted-user.ts'
import * as personal from './personal.ts'
import { Presences } from './presence.ts'
import * as realm from './realm.ts'
import { registerRealmShape } from './register-realm.ts'
import { CrossRealmBot, ListedUser } from './user.ts'
import { UserSettings, UserSettingsDefaults } from './user-settings.ts'
import { UserStatus } from './user-status.ts'

const integers = z.array(z.int())
const strings = z.array(z.string())

const ownUser = {
  realm_users: z.array(ListedUser),
  realm_non_active_users: z.array(ListedUser),
  cross_realm_bots: z.array(CrossRealmBot),
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
  avatar_source: z.string(),
  avatar_url: z.string(),
  avatar_url_medium: z.string(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_moderator: z.boolean(),
  is_guest: z.boolean(),
  can_create_streams: z.boolean(),
  can_create_public_streams: z.boolean(),
  can_create_private_streams: z.boolean(),
  can_create_web_public_streams: z.boolean(),
  can_invite_others_to_realm: z.boolean(),
}

/** The fields of the answer by the member of `fetch_event_types` that brings them. */
export const REGISTER_FIELDS = {
  realm: registerRealmShape,
  realm_user: ownUser,
  alert_words: { alert_words: strings },
  custom_profile_fields: {
    custom_profile_fields: z.array(realm.CustomProfileField),
    custom_profile_field_types: z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() })),
  },
  drafts: { drafts: z.array(personal.Draft) },
  onboarding_steps: {
    onboarding_steps: z.array(personal.OnboardingStep),
    navigation_tour_video_url: z.string().nullable(),
  },
  message: { max_message_id: z.int() },
  scheduled_messages: { scheduled_messages: z.array(personal.ScheduledMessage) },
  reminders: { reminders: z.array(personal.Reminder) },
  /** Left out when `user_topic` is asked for as well. */
  muted_topics: { muted_topics: z.array(z.array(z.union([z.string(), z.int()]))) },
  muted_users: { muted_users: MutedUsers },
  presence: {
    presences: Presences,
    presence_last_update_id: z.int(),
    server_timestamp: z.number(),
  },
  realm_domains: { realm_domains: z.array(realm.RealmDomain) },
  realm_emoji: { realm_emoji: realm.RealmEmojiMap },
  realm_linkifiers: { realm_linkifiers: z.array(realm.RealmLinkifier) },
  realm_filters: { realm_filters: z.array(realm.RealmFilter) },
  realm_playgrounds: { realm_playgrounds: z.array(realm.RealmPlayground) },
  realm_user_groups: { realm_user_groups: z.array(UserGroup) },
  realm_bot: { realm_bots: z.array(Bot) },
  realm_embedded_bots: {
    realm_embedded_bots: z.array(z.strictObject({ name: z.string(), config: z.record(z.string(), z.string()) })),
  },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: z.array(realm.IncomingWebhookBot) },
  recent_private_conversations: {
    recent_private_conversations: z.array(z.strictObject({ max_message_id: z.int(), user_ids: integers })),
  },
  navigation_views: { navigation_views: z.array(personal.NavigationView) },
  saved_snippets: { saved_snippets: z.array(personal.SavedSnippet) },
  subscription: {
    subscriptions: z.array(Subscription),
    unsubscribed: z.array(Subscription),
    never_subscribed: z.array(NeverSubscribedChannel),
  },
  channel_folders: { channel_folders: z.array(realm.ChannelFolder) },
  /** Needs `message` as well. */
  update_message_flags: { unread_msgs: personal.UnreadMessages },
  starred_messages: { starred_messages: integers },
  stream: { streams: z.array(BasicChannel) },
  default_streams: { realm_default_streams: integers },
  default_stream_groups: { realm_default_stream_groups: z.array(realm.DefaultChannelGroup) },
  stop_words: { stop_words: strings },
  user_status: { user_status: z.record(z.string(), UserStatus) },
  user_settings: { user_settings: UserSettings },
  user_topic: { user_topics: z.array(personal.UserTopic) },
  video_calls: { has_zoom_token: z.boolean(), has_webex_token: z.boolean() },
  giphy: { giphy_api_key: z.string() },
  tenor: { tenor_api_key: z.string() },
  klipy: { klipy_api_key: z.string() },
  device: { devices: z.record(z.string(), personal.Device) },
  realm_billing: { realm_billing: z.strictObject({ has_pending_sponsorship_request: z.boolean() }) },
  realm_user_settings_defaults: { realm_user_settings_defaults: UserSettingsDefaults },
}

type Groups = typeof REGISTER_FIELDS
type Merged<G> = { [K in keyof G]: (shape: G[K]) => void }[keyof G] extends (shape: infer All) => void ? All : never
type Flat<T> = { [K in keyof T]: T[K] }

/** Which fields come depends on what the client asks for, so none of them is sure to be there. */
const state = z.object(Object.assign({}, ...Object.values(REGISTER_FIELDS)) as Flat<Merged<Groups>>).partial()

export const registerShape = {
  /** Null for a visitor without an account, who gets state but no events. */
  queue_id: z.string().nullable(),
  last_event_id: z.int(),
  /** Absent for a visitor. */
  idle_queue_timeout_secs: z.int().optional(),
  [wire('service_feature_level')]: z.int(),
  [wire('service_version')]: z.string(),
  [wire('service_merge_base')]: z.string(),
  ...state.shape,
}

export const RegisterState = z.strictObject(registerShape)
export type RegisterState = z.infer<typeof RegisterState>
