import * as z from 'zod'
import { ChannelsCreated, PeersAdded, PeersRemoved, SubscriptionsAdded, SubscriptionsRemoved } from './channel.ts'
import { GroupAdded, GroupRemoved, GroupUpdated } from './group.ts'
import { FlagsAdded, FlagsRemoved, MessageEvent, ReactionAdded, ReactionRemoved } from './message.ts'
import { OnboardingSteps } from './onboarding.ts'
import { RealmDeactivated, RealmSettingsUpdated, RealmUpdated, RealmUserDefaultsUpdated } from './realm.ts'
import { Heartbeat, Restart } from './server.ts'
import { TypingStarted, TypingStopped } from './typing.ts'
import { UserAdded, UserUpdated } from './user.ts'

/** Every event by its name in the contract: `type`, or `type/op`. */
export const events = {
  message: MessageEvent,
  'update_message_flags/add': FlagsAdded,
  'update_message_flags/remove': FlagsRemoved,
  'reaction/add': ReactionAdded,
  'reaction/remove': ReactionRemoved,
  'realm_user/add': UserAdded,
  'realm_user/update': UserUpdated,
  'stream/create': ChannelsCreated,
  'subscription/add': SubscriptionsAdded,
  'subscription/remove': SubscriptionsRemoved,
  'subscription/peer_add': PeersAdded,
  'subscription/peer_remove': PeersRemoved,
  'user_group/add': GroupAdded,
  'user_group/update': GroupUpdated,
  'user_group/remove': GroupRemoved,
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
