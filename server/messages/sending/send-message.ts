import type { Rendering } from '../../../markdown/rendering.ts'
import { followersByMention } from '../../channels/user-topics/follow-where-mentioned.ts'
import type { Actor } from '../../kernel/actor.ts'
import { getOrMake } from '../../kernel/base/get-or-make.ts'
import { MESSAGE_BIT, mentionFlags, sentFlags, USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { Audience } from '../../kernel/log/audience.ts'
import type { SmallChange } from '../../kernel/log/lane.ts'
import type { LoggedMessage } from '../../kernel/log/log-row.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { mutersOf } from '../../kernel/realm-state/records/muters.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { messageBits } from '../message-bits.ts'
import { requireMayCreateTopic, requireMayMessage, requireMayPost, requireTopicAllowed } from './access.ts'
import { mentionsOf, type Receivers, requireMayMention } from './mentions.ts'
import { sendBatch } from './send-batch.ts'
import { repeated } from './send-key.ts'
import type { QueuedSend, SendFacts, SendKey, SendOutcome, SendPlan } from './send-plan.ts'
import { triggeredBots } from './triggered-bots.ts'

export interface Draft {
  readonly content: string
  readonly rendering: Rendering
  /** What search finds it by, separated by blanks. */
  readonly lexemes: string
  /** The participants of the topic, if the text mentions them. */
  readonly participants: readonly number[]
  readonly readBySender: boolean
  readonly local: { readonly queueId: string; readonly localId: string } | undefined
  readonly key: SendKey | undefined
  /** The poll, to-do list or form that the message is. Its id is 0 until `sendPrepared` reserves one. */
  readonly widget?: LoggedMessage['widget'] | undefined
  /** Pages that it links to get previews later. */
  readonly previewsLinks?: boolean | undefined
  /** If it is set, everybody else has read the message from the start. */
  readonly unreadFor?: readonly number[] | undefined
}

export interface ChannelDestination {
  readonly channel: Channel
  readonly topic: string
  readonly mayBeNewTopic: boolean
}

/** The destination of a message, with the facts that were looked up before the lane. */
export type Destination =
  | ChannelDestination
  | { readonly people: readonly User[]; readonly convId: number; readonly isNew: boolean }

export type SendChange = QueuedSend & SmallChange<SendPlan, SendOutcome, SendFacts, Actor>

/**
 * A send as a small change of the lane: rendered before, decided inside. If an account of the server writes for somebody,
 * `behalf` is that person, whose permission counts.
 */
export const sendChange = (caller: Actor, destination: Destination, draft: Draft, behalf?: Actor): SendChange => ({
  kind: sendBatch,
  ...queuedSend(caller, destination, draft),
  decide(sender, facts) {
    const earlier = repeated(draft.key, facts?.repeated)
    if (earlier) return { done: earlier }
    const permitted = behalf ?? sender
    const target = 'channel' in destination ? toChannel(permitted, destination) : toPeople(permitted, destination)
    requireMayMention(permitted, mentionedBy(sender, draft), target.receivers)
    return { plan: planSend(sender, draft, target, facts) }
  },
})

export const queuedSend = ({ realm, user }: Actor, destination: Destination, draft: Draft): QueuedSend => ({
  realm,
  senderId: user.id,
  convId: 'channel' in destination ? destination.channel.convId : destination.convId,
  sendKey: draft.key,
})

/** The destination and the recipients, according to memory inside the lane. */
export interface Target {
  readonly where: Pick<LoggedMessage, 'convId' | 'channelId' | 'channelName' | 'topic' | 'members' | 'wakesChannel'>
  readonly receivers: Receivers
  audience(mentionedBots: readonly number[]): Audience
}

function toChannel(actor: Actor, destination: Extract<Destination, { channel: Channel }>): Target {
  // Memory is now at the lane's position, and the channel may have changed since the request looked it up.
  const channel = actor.realm.channels.get(destination.channel.id) ?? destination.channel
  requireMayPost(actor, channel)
  requireTopicAllowed(actor, channel, destination.topic)
  if (destination.mayBeNewTopic) requireMayCreateTopic(actor, channel)
  return channelTarget(actor.realm, channel, destination.topic)
}

export function channelTarget(realm: RealmState, channel: Channel, topic: string): Target {
  const subscribers = realm.memberships.subscribers(channel.id)
  const audience = { to: 'channel', channel: channel.id, ...(channel.inviteOnly ? {} : { isPublic: true }) } as const
  return {
    where: {
      convId: channel.convId,
      channelId: channel.id,
      channelName: channel.name,
      topic,
      wakesChannel: channel.isRecentlyActive ? undefined : true,
    },
    receivers: { channel, size: subscribers.size, has: (id) => subscribers.has(id) },
    audience: (plus) => (plus.length > 0 ? { ...audience, plus } : audience),
  }
}

function toPeople(actor: Actor, destination: Extract<Destination, { convId: number }>): Target {
  const people = destination.people.map((person) => actor.realm.users.get(person.id) ?? person)
  requireMayMessage(actor, people, destination.isNew)
  return peopleTarget(people, destination.convId)
}

export function peopleTarget(people: readonly User[], convId: number): Target {
  const members = people.map((person) => ({ id: person.id, email: person.apiEmail, full_name: person.fullName }))
  const ids = people.map((person) => person.id)
  return {
    where: { convId, topic: '', members },
    receivers: { size: ids.length, has: (id) => ids.includes(id) },
    audience: () => ({ to: 'users', ids }),
  }
}

const NO_FLAGS = {}

const mentionedBy = ({ user }: Actor, { rendering, participants }: Draft) => ({
  mentions: rendering.mentions,
  alertWords: rendering.alertWords,
  participants: new Set([...participants, user.id]),
})

/** Plans a send that has passed every check. */
export function planSend(
  actor: Actor,
  draft: Draft,
  { where, receivers, audience }: Target,
  facts: SendFacts | undefined,
): SendPlan {
  const { user, realm } = actor
  const { rendering } = draft
  const { userFlags: mentioned, mentionedBots } = mentionsOf(realm, mentionedBy(actor, draft), receivers)
  const userFlags = keptUnread(readByMuters(realm, user.id, mentioned, receivers), draft, receivers)
  const isForAll = rendering.mentions.channelWildcard
  const differing = new Set(draft.readBySender ? [user.id, ...userFlags.keys()] : userFlags.keys())
  const has = (id: number, bit: number) => ((userFlags.get(id) ?? 0) & bit) !== 0
  const isRead = (id: number) =>
    has(id, USER_BIT.bornRead) ||
    (!has(id, USER_BIT.markedUnread) && (draft.unreadFor !== undefined || (id === user.id && draft.readBySender)))
  const flagsOf = (id: number) => [
    ...(isRead(id) ? ['read'] : []),
    ...sentFlags(userFlags.get(id) ?? 0, isForAll && receivers.has(id)),
  ]
  return {
    realm,
    // Lists every field by name, even missing ones: a spread of `where` would make each later field several times as
    // costly.
    message: {
      id: 0,
      sentAt: 0,
      senderId: user.id,
      senderEmail: user.apiEmail,
      senderFullName: user.fullName,
      client: actor.client,
      convId: where.convId,
      channelId: where.channelId,
      channelName: where.channelName,
      topic: where.topic,
      members: where.members,
      content: draft.content,
      rendered: rendering.html,
      isMe: rendering.isMeMessage,
      flags: differing.size === 0 ? NO_FLAGS : Object.fromEntries([...differing].map((id) => [id, flagsOf(id)])),
      flagsOfAll: [...(draft.unreadFor ? ['read'] : []), ...mentionFlags(0, isForAll)],
      wakesChannel: where.wakesChannel,
      followers: followersByMention(realm, where.channelId, mentioned),
      webhooks: triggeredBots(realm, user, where.members, userFlags),
      previewsLinks: draft.previewsLinks || undefined,
      widget: draft.widget,
      local: draft.local,
    },
    mflags: messageBits(rendering, draft.readBySender) | draftBits(draft),
    lexemes: draft.lexemes,
    audience: audience(mentionedBots),
    userFlags: Array.from(userFlags, ([userId, flags]) => ({ userId, flags })),
    key: draft.key,
    headsRead: facts?.headsRead,
  }
}

const draftBits = ({ widget, unreadFor }: Draft): number =>
  (widget ? MESSAGE_BIT.hasSubmessages : 0) | (unreadFor ? MESSAGE_BIT.readByMost : 0)

/** Where most people have read the message from the start, the others need a row. */
function keptUnread(
  flags: ReadonlyMap<number, number>,
  { unreadFor }: Draft,
  receivers: Receivers,
): ReadonlyMap<number, number> {
  const people = unreadFor?.filter((id) => receivers.has(id)) ?? []
  if (people.length === 0) return flags
  const changed = new Map(flags)
  for (const id of people)
    if (((flags.get(id) ?? 0) & USER_BIT.bornRead) === 0) changed.set(id, (flags.get(id) ?? 0) | USER_BIT.markedUnread)
  return changed
}

/** For people who have muted the sender, the message is read from the start. */
function readByMuters(
  realm: RealmState,
  senderId: number,
  mentioned: ReadonlyMap<number, number>,
  receivers: Receivers,
): ReadonlyMap<number, number> {
  const muters = mutersOf(realm, senderId).filter((id) => receivers.has(id))
  if (muters.length === 0) return mentioned
  const flags = new Map(mentioned)
  for (const id of muters) flags.set(id, (flags.get(id) ?? 0) | USER_BIT.bornRead)
  return flags
}

const inFlight = new WeakMap<RealmState, Map<string, Promise<SendOutcome>>>()

/** Runs simultaneous repetitions of one send one after another. */
export function onceAtATime(
  actor: Actor,
  key: SendKey | undefined,
  send: () => Promise<SendOutcome>,
): Promise<SendOutcome> {
  if (!key) return send()
  const sends = getOrMake(inFlight, actor.realm, () => new Map())
  const name = `${actor.user.id} ${key.key} ${key.digest}`
  const running = sends.get(name)
  if (running) return running
  const sending = send().finally(() => sends.delete(name))
  sends.set(name, sending)
  return sending
}
