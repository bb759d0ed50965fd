import * as z from 'zod'
import { AlertWordsChanged } from './alert-words.ts'
import { AttachmentAdded, AttachmentRemoved, AttachmentUpdated } from './attachment.ts'
import { BotAdded, BotDeleted, BotUpdated } from './bot.ts'
import { WebexTokenChanged, ZoomTokenChanged } from './call-token.ts'
import {
  ChannelsCreated,
  ChannelsDeleted,
  ChannelUpdated,
  DefaultChannelGroupsChanged,
  DefaultChannelsChanged,
  PeersAdded,
  PeersRemoved,
  SubscriptionsAdded,
  SubscriptionsRemoved,
  SubscriptionUpdated,
} from './channel.ts'
import { FolderAdded, FoldersReordered, FolderUpdated } from './channel-folder.ts'
import { DeviceAdded, DeviceRemoved, DeviceUpdated } from './device.ts'
import { DomainAdded, DomainChanged, DomainRemoved } from './domain.ts'
import { DraftRemoved, DraftsAdded, DraftUpdated } from './drafts.ts'
import { EmojiAdded, EmojiEdited, EmojiUpdated } from './emoji.ts'
import { ExportConsentChanged, ExportsChanged } from './export.ts'
import {
  GroupAdded,
  GroupMembersAdded,
  GroupMembersRemoved,
  GroupRemoved,
  GroupUpdated,
  SubgroupsAdded,
  SubgroupsRemoved,
} from './group.ts'
import { InvitesChanged } from './invite.ts'
import { FiltersChanged, LinkifiersChanged } from './linkifier.ts'
import {
  FlagsAdded,
  FlagsRemoved,
  MessageEvent,
  MessagesDeleted,
  MessageUpdated,
  ReactionAdded,
  ReactionRemoved,
  SubmessageAdded,
} from './message.ts'
import { MutedUsersChanged } from './muted-users.ts'
import { ViewAdded, ViewRemoved, ViewUpdated } from './navigation-views.ts'
import { OnboardingSteps } from './onboarding.ts'
import { PlaygroundsChanged } from './playground.ts'
import { PresenceChanged } from './presence.ts'
import { ProfileFieldsChanged } from './profile-field.ts'
import { RealmDeactivated, RealmSettingsUpdated, RealmUpdated, RealmUserDefaultsUpdated } from './realm.ts'
import { ReminderRemoved, RemindersAdded } from './reminder.ts'
import { SnippetAdded, SnippetRemoved, SnippetUpdated } from './saved-snippets.ts'
import { ScheduledMessageRemoved, ScheduledMessagesAdded, ScheduledMessageUpdated } from './scheduled-message.ts'
import { Heartbeat, Restart, WebReloadClient } from './server.ts'
import { EditingStarted, EditingStopped, TypingStarted, TypingStopped } from './typing.ts'
import { UserAdded, UserRemoved, UserUpdated } from './user.ts'
import { SettingChanged } from './user-settings.ts'
import { StatusChanged } from './user-status.ts'
import { MutedTopicsChanged, UserTopicChanged } from './user-topic.ts'

/** Every event by its name in the contract: `type`, or `type/op`. */
export const events = {
  message: MessageEvent,
  update_message: MessageUpdated,
  delete_message: MessagesDeleted,
  'update_message_flags/add': FlagsAdded,
  'update_message_flags/remove': FlagsRemoved,
  'reaction/add': ReactionAdded,
  'reaction/remove': ReactionRemoved,
  submessage: SubmessageAdded,
  'realm_user/add': UserAdded,
  'realm_user/remove': UserRemoved,
  'realm_user/update': UserUpdated,
  'stream/create': ChannelsCreated,
  'stream/delete': ChannelsDeleted,
  'stream/update': ChannelUpdated,
  default_streams: DefaultChannelsChanged,
  default_stream_groups: DefaultChannelGroupsChanged,
  'channel_folder/add': FolderAdded,
  'channel_folder/update': FolderUpdated,
  'channel_folder/reorder': FoldersReordered,
  'subscription/add': SubscriptionsAdded,
  'subscription/remove': SubscriptionsRemoved,
  'subscription/update': SubscriptionUpdated,
  'subscription/peer_add': PeersAdded,
  'subscription/peer_remove': PeersRemoved,
  'user_group/add': GroupAdded,
  'user_group/update': GroupUpdated,
  'user_group/add_members': GroupMembersAdded,
  'user_group/remove_members': GroupMembersRemoved,
  'user_group/add_subgroups': SubgroupsAdded,
  'user_group/remove_subgroups': SubgroupsRemoved,
  'user_group/remove': GroupRemoved,
  'realm_emoji/add': EmojiAdded,
  'realm_emoji/edit': EmojiEdited,
  'realm_emoji/update': EmojiUpdated,
  custom_profile_fields: ProfileFieldsChanged,
  alert_words: AlertWordsChanged,
  realm_linkifiers: LinkifiersChanged,
  realm_filters: FiltersChanged,
  realm_playgrounds: PlaygroundsChanged,
  'realm_domains/add': DomainAdded,
  'realm_domains/change': DomainChanged,
  'realm_domains/remove': DomainRemoved,
  user_topic: UserTopicChanged,
  muted_topics: MutedTopicsChanged,
  'drafts/add': DraftsAdded,
  'drafts/update': DraftUpdated,
  'drafts/remove': DraftRemoved,
  'saved_snippets/add': SnippetAdded,
  'saved_snippets/update': SnippetUpdated,
  'saved_snippets/remove': SnippetRemoved,
  'navigation_view/add': ViewAdded,
  'navigation_view/update': ViewUpdated,
  'navigation_view/remove': ViewRemoved,
  'device/add': DeviceAdded,
  'device/update': DeviceUpdated,
  'device/remove': DeviceRemoved,
  has_zoom_token: ZoomTokenChanged,
  has_webex_token: WebexTokenChanged,
  'attachment/add': AttachmentAdded,
  'attachment/update': AttachmentUpdated,
  'attachment/remove': AttachmentRemoved,
  'scheduled_messages/add': ScheduledMessagesAdded,
  'scheduled_messages/update': ScheduledMessageUpdated,
  'scheduled_messages/remove': ScheduledMessageRemoved,
  'reminders/add': RemindersAdded,
  'reminders/remove': ReminderRemoved,
  'user_settings/update': SettingChanged,
  user_status: StatusChanged,
  muted_users: MutedUsersChanged,
  'realm_bot/add': BotAdded,
  'realm_bot/update': BotUpdated,
  'realm_bot/delete': BotDeleted,
  presence: PresenceChanged,
  'realm/update': RealmUpdated,
  'realm/deactivated': RealmDeactivated,
  'realm/update_dict': RealmSettingsUpdated,
  'realm_user_settings_defaults/update': RealmUserDefaultsUpdated,
  onboarding_steps: OnboardingSteps,
  invites_changed: InvitesChanged,
  realm_export: ExportsChanged,
  realm_export_consent: ExportConsentChanged,
  'typing/start': TypingStarted,
  'typing/stop': TypingStopped,
  'typing_edit_message/start': EditingStarted,
  'typing_edit_message/stop': EditingStopped,
  heartbeat: Heartbeat,
  restart: Restart,
  web_reload_client: WebReloadClient,
}

type AnyEvent = (typeof events)[keyof typeof events]
type Option = z.core.$ZodTypeDiscriminable

/** Chosen by `type`, then by `op`, so that a wrong event is reported by its own shape. */
export const Event = z.discriminatedUnion('type', byType() as [Option]) as unknown as z.ZodType<z.infer<AnyEvent>>

function byType(): Option[] {
  const types = Map.groupBy(Object.values<AnyEvent>(events), ({ shape }) => shape.type.value)
  return [...types.values()].map((schemas) =>
    schemas.length === 1 ? schemas[0]! : z.discriminatedUnion('op', schemas as unknown as [Option]),
  )
}

export type Event = z.infer<AnyEvent>
export type EventType = Event['type']
/** An event of a given type: `EventOf<'message'>`. */
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>

export const eventName = (event: { type: string; op?: string }): string =>
  event.op === undefined ? event.type : `${event.type}/${event.op}`
