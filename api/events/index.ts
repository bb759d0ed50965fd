import * as z from 'zod'
import { AlertWordsChanged } from './alert-words.ts'
import {
  ChannelsCreated,
  ChannelsDeleted,
  PeersAdded,
  PeersRemoved,
  SubscriptionsAdded,
  SubscriptionsRemoved,
} from './channel.ts'
import { DomainAdded, DomainChanged, DomainRemoved } from './domain.ts'
import { EmojiAdded, EmojiEdited, EmojiUpdated } from './emoji.ts'
import {
  GroupAdded,
  GroupMembersAdded,
  GroupMembersRemoved,
  GroupRemoved,
  GroupUpdated,
  SubgroupsAdded,
  SubgroupsRemoved,
} from './group.ts'
import { FiltersChanged, LinkifiersChanged } from './linkifier.ts'
import { FlagsAdded, FlagsRemoved, MessageEvent, ReactionAdded, ReactionRemoved } from './message.ts'
import { OnboardingSteps } from './onboarding.ts'
import { PlaygroundsChanged } from './playground.ts'
import { ProfileFieldsChanged } from './profile-field.ts'
import { RealmDeactivated, RealmSettingsUpdated, RealmUpdated, RealmUserDefaultsUpdated } from './realm.ts'
import { Heartbeat, Restart } from './server.ts'
import { TypingStarted, TypingStopped } from './typing.ts'
import { UserAdded, UserRemoved, UserUpdated } from './user.ts'
import { UserSettingUpdated } from './user-settings.ts'

/** Every event by its name in the contract: `type`, or `type/op`. */
export const events = {
  message: MessageEvent,
  'update_message_flags/add': FlagsAdded,
  'update_message_flags/remove': FlagsRemoved,
  'reaction/add': ReactionAdded,
  'reaction/remove': ReactionRemoved,
  'realm_user/add': UserAdded,
  'realm_user/remove': UserRemoved,
  'realm_user/update': UserUpdated,
  'user_settings/update': UserSettingUpdated,
  'stream/create': ChannelsCreated,
  'stream/delete': ChannelsDeleted,
  'subscription/add': SubscriptionsAdded,
  'subscription/remove': SubscriptionsRemoved,
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
  'realm/update': RealmUpdated,
  'realm/deactivated': RealmDeactivated,
  'realm/update_dict': RealmSettingsUpdated,
  'realm_user_settings_defaults/update': RealmUserDefaultsUpdated,
  onboarding_steps: OnboardingSteps,
  'typing/start': TypingStarted,
  'typing/stop': TypingStopped,
  heartbeat: Heartbeat,
  restart: Restart,
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
