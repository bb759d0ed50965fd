import * as z from 'zod'
import { wire } from '../wire-name.ts'
import { BasicChannel, NeverSubscribedChannel, Subscription } from './channel.ts'
import { UserGroup } from './group.ts'
import * as personal from './personal.ts'
import * as realm from './realm.ts'
import { registerRealmShape } from './register-realm.ts'
import { CrossRealmBot, ListedUser } from './user.ts'
import { UserSettings, UserSettingsDefaults } from './user-settings.ts'

const integers = z.array(z.int())
const strings = z.array(z.string())

const ownUser = {
  realm_users: z.array(ListedUser).describe('The active users.'),
  realm_non_active_users: z.array(ListedUser).describe('The deactivated users.'),
  cross_realm_bots: z.array(CrossRealmBot).describe('The bots of the server.'),
  user_id: z.int().describe('The id of the caller.'),
  email: z.string().describe('The address of the caller for the API.'),
  delivery_email: z.string().describe('The real email address of the caller.'),
  full_name: z.string().describe('The name of the caller.'),
  avatar_source: z
    .string()
    .describe('Where the picture of the caller comes from: `G` Gravatar, `J` generated, `U` uploaded.'),
  avatar_url: z.string().describe('The address of the picture of the caller.'),
  avatar_url_medium: z.string().describe('The address of the picture of the caller in a larger size.'),
  is_admin: z.boolean().describe('True when the caller is an administrator or owner.'),
  is_owner: z.boolean().describe('True when the caller is an owner.'),
  is_moderator: z.boolean().describe('True when the caller is a moderator.'),
  is_guest: z.boolean().describe('True when the caller is a guest.'),
  can_create_streams: z.boolean().describe('Deprecated. True when the caller can create channels.'),
  can_create_public_streams: z.boolean().describe('True when the caller can create public channels.'),
  can_create_private_streams: z.boolean().describe('True when the caller can create private channels.'),
  can_create_web_public_streams: z.boolean().describe('True when the caller can create web-public channels.'),
  can_invite_others_to_realm: z.boolean().describe('True when the caller can invite people.'),
}

/** The fields of the answer by the member of `fetch_event_types` that brings them. */
export const REGISTER_FIELDS = {
  realm: registerRealmShape,
  realm_user: ownUser,
  alert_words: { alert_words: strings.describe('The alert words of the user.') },
  custom_profile_fields: {
    custom_profile_fields: z.array(realm.CustomProfileField).describe('The custom profile fields of the organization.'),
    custom_profile_field_types: z
      .record(
        z.string(),
        z.strictObject({
          id: z.int().describe('The number of the kind.'),
          name: z.string().describe('The name of the kind for people.'),
        }),
      )
      .describe('The kinds of custom profile fields, by name.'),
  },
  drafts: { drafts: z.array(personal.Draft).describe('The drafts of the caller.') },
  onboarding_steps: {
    onboarding_steps: z
      .array(personal.OnboardingStep)
      .describe('The hints for new users that the caller has not seen.'),
    navigation_tour_video_url: z
      .string()
      .nullable()
      .describe('The address of the introduction video. It is null when there is none.'),
  },
  message: {
    max_message_id: z.int().describe('Deprecated. The id of the newest message that the caller received, or -1.'),
  },
  scheduled_messages: {
    scheduled_messages: z.array(personal.ScheduledMessage).describe('The scheduled messages of the caller.'),
  },
  reminders: { reminders: z.array(personal.Reminder).describe('The reminders of the caller.') },
  /** Left out when `user_topic` is asked for as well. */
  muted_topics: {
    muted_topics: z
      .array(z.array(z.union([z.string(), z.int()])))
      .describe(
        'Deprecated. The topics that the caller muted: channel name, topic, time. Left out when `user_topic` is fetched too.',
      ),
  },
  muted_users: {
    muted_users: z
      .array(
        z.strictObject({
          id: z.int().describe('The id of the muted user.'),
          timestamp: z.int().describe('When the user was muted, in seconds since 1970.'),
        }),
      )
      .describe('The users that the caller muted.'),
  },
  presence: {
    presences: z
      .record(z.string(), z.union([personal.ModernPresence, z.record(z.string(), personal.LegacyPresence)]))
      .describe('Who is or was online, by user id or address. `slim_presence` decides the form.'),
    presence_last_update_id: z.int().describe('The position of this list. A client sends it when it asks for changes.'),
    server_timestamp: z.number().describe('The time of the server, in seconds since 1970.'),
  },
  realm_domains: { realm_domains: z.array(realm.RealmDomain).describe('The email domains of the organization.') },
  realm_emoji: { realm_emoji: realm.RealmEmojiMap },
  realm_linkifiers: {
    realm_linkifiers: z
      .array(realm.RealmLinkifier)
      .describe('All linkifiers in their order. Empty without the capability `linkifier_url_template`.'),
  },
  realm_filters: {
    realm_filters: z
      .array(realm.RealmFilter)
      .describe('Linkifiers in their old form. Empty with the capability `linkifier_url_template`.'),
  },
  realm_playgrounds: {
    realm_playgrounds: z.array(realm.RealmPlayground).describe('The code playgrounds of the organization.'),
  },
  realm_user_groups: { realm_user_groups: z.array(UserGroup).describe('The user groups of the organization.') },
  realm_bot: { realm_bots: z.array(realm.Bot).describe('The bots that the caller can manage.') },
  realm_embedded_bots: {
    realm_embedded_bots: z
      .array(
        z.strictObject({
          name: z.string().describe('The name of the bot.'),
          config: z.record(z.string(), z.string()).describe('The settings of the bot, with their defaults.'),
        }),
      )
      .describe('The embedded bots that can be chosen.'),
  },
  realm_incoming_webhook_bots: {
    realm_incoming_webhook_bots: z.array(realm.IncomingWebhookBot).describe('The integrations that can be chosen.'),
  },
  recent_private_conversations: {
    recent_private_conversations: z
      .array(
        z.strictObject({
          max_message_id: z.int().describe('The id of the newest message.'),
          user_ids: integers.describe('The ids of the other people. The list is empty for messages to oneself.'),
        }),
      )
      .describe('The direct message conversations of the caller.'),
  },
  navigation_views: {
    navigation_views: z.array(personal.NavigationView).describe('The views that the caller has arranged.'),
  },
  saved_snippets: { saved_snippets: z.array(personal.SavedSnippet).describe('The saved snippets of the caller.') },
  subscription: {
    subscriptions: z.array(Subscription).describe('The channels that the caller is subscribed to.'),
    unsubscribed: z.array(Subscription).describe('The channels that the caller has left.'),
    never_subscribed: z.array(NeverSubscribedChannel).describe('The other channels that the caller can know of.'),
  },
  channel_folders: { channel_folders: z.array(realm.ChannelFolder).describe('The channel folders.') },
  /** Needs `message` as well. */
  update_message_flags: {
    unread_msgs: personal.UnreadMessages.describe(
      'The unread messages of the caller. It needs the type `message` too.',
    ),
  },
  starred_messages: { starred_messages: integers.describe('The ids of the messages that the caller starred.') },
  stream: { streams: z.array(BasicChannel).describe('The channels that the caller can know of.') },
  default_streams: {
    realm_default_streams: integers.describe('The ids of the channels that new users are subscribed to.'),
  },
  default_stream_groups: {
    realm_default_stream_groups: z
      .array(realm.DefaultChannelGroup)
      .describe('The groups of channels that new users can choose.'),
  },
  stop_words: { stop_words: strings.describe('The words that search ignores.') },
  user_status: {
    user_status: z.record(z.string(), personal.UserStatus).describe('The statuses that users have set, by user id.'),
  },
  user_settings: { user_settings: UserSettings.describe('The settings of the caller.') },
  user_topic: {
    user_topics: z.array(personal.UserTopic).describe('The topics that the caller muted, unmuted or follows.'),
  },
  video_calls: {
    has_zoom_token: z.boolean().describe('True when the caller has connected a Zoom account.'),
    has_webex_token: z.boolean().describe('True when the caller has connected a Webex account.'),
  },
  giphy: { giphy_api_key: z.string().describe('The key for GIPHY. It is empty when the server has none.') },
  tenor: { tenor_api_key: z.string().describe('The key for Tenor. It is empty when the server has none.') },
  klipy: { klipy_api_key: z.string().describe('The key for KLIPY. It is empty when the server has none.') },
  device: {
    devices: z
      .record(z.string(), personal.Device)
      .describe('The devices of the caller that receive push notifications, by id.'),
  },
  realm_billing: {
    realm_billing: z
      .strictObject({
        has_pending_sponsorship_request: z.boolean().describe('True while a request for sponsorship is open.'),
      })
      .describe('The state of billing.'),
  },
  realm_user_settings_defaults: {
    realm_user_settings_defaults: UserSettingsDefaults.describe('The settings that new users get.'),
  },
}

type Groups = typeof REGISTER_FIELDS
type Merged<G> = { [K in keyof G]: (shape: G[K]) => void }[keyof G] extends (shape: infer All) => void ? All : never
type Flat<T> = { [K in keyof T]: T[K] }

/** Which fields come depends on what the client asks for, so none of them is sure to be there. */
const state = z.object(Object.assign({}, ...Object.values(REGISTER_FIELDS)) as Flat<Merged<Groups>>).partial()

export const registerShape = {
  /** Null for a visitor without an account, who gets state but no events. */
  queue_id: z
    .string()
    .nullable()
    .describe('The id of the new queue. It is null without an account: then there is state and no events.'),
  last_event_id: z.int().describe('The id to send with the first request for events.'),
  /** Absent for a visitor. */
  idle_queue_timeout_secs: z
    .int()
    .optional()
    .describe('After so many seconds without a request the queue ends. It is absent without an account.'),
  [wire('service_feature_level')]: z.int().describe('The feature level of the API.'),
  [wire('service_version')]: z.string().describe('The version of the server.'),
  [wire('service_merge_base')]: z.string().describe('The version without changes of the operator.'),
  ...state.shape,
}

export const RegisterState = z.strictObject(registerShape)
export type RegisterState = z.infer<typeof RegisterState>
