import { escapeHtml, renderPlain } from '../../markdown/render-plain.ts'
import type { Actor } from '../actor.ts'
import type { Audience } from '../log/audience.ts'
import type { LoggedMessage } from '../log/log-row.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import { requireMayCreateTopic, requireMayMessage, requireMayPost, requireTopicAllowed } from './access.ts'
import { MESSAGE_BIT } from './message-flags.ts'
import { type SendChange, type SendKey, type SendOutcome, type SendPlan, sendBatch } from './send-batch.ts'
import { repeated } from './send-key.ts'

export interface Draft {
  readonly content: string
  readonly readBySender: boolean
  readonly local: { readonly queueId: string; readonly localId: string } | undefined
  readonly key: SendKey | undefined
}

/** Where a message goes, with what had to be looked up before the lane. */
export type Place =
  | { readonly channel: Channel; readonly topic: string; readonly mayBeNewTopic: boolean }
  | { readonly people: readonly User[]; readonly convId: number; readonly isNew: boolean }

/** A send as the lane takes it: rendered before, decided inside. */
export function sendChange(actor: Actor, place: Place, draft: Draft, now: number): SendChange {
  const rendering = renderContent(draft.content)
  const change: SendChange = {
    kind: sendBatch,
    realmId: actor.realm.id,
    senderId: actor.user.id,
    now,
    sendKey: draft.key,
    known: undefined,
    decide() {
      const earlier = repeated(draft.key, change.known)
      if (earlier) return { done: earlier }
      const { where, audience } = 'channel' in place ? toChannel(actor, place, now) : toPeople(actor, place, now)
      return { plan: plan(actor, draft, rendering, where, audience) }
    },
  }
  return change
}

type Where = Pick<LoggedMessage, 'convId' | 'channelId' | 'channelName' | 'topic' | 'members'>

function toChannel(
  actor: Actor,
  place: Extract<Place, { channel: Channel }>,
  now: number,
): { where: Where; audience: Audience } {
  // Memory is now at the lane's position: the channel may have changed since the request looked it up.
  const channel = actor.realm.channels.get(place.channel.id) ?? place.channel
  requireMayPost(currentActor(actor), channel, now)
  requireTopicAllowed(actor, channel, place.topic)
  if (place.mayBeNewTopic) requireMayCreateTopic(currentActor(actor), channel, now)
  const where = { convId: channel.convId, channelId: channel.id, channelName: channel.name, topic: place.topic }
  return { where, audience: { to: 'channel', channel: channel.id } }
}

function toPeople(
  actor: Actor,
  place: Extract<Place, { convId: number }>,
  now: number,
): { where: Where; audience: Audience } {
  const people = place.people.map((person) => actor.realm.users.get(person.id) ?? person)
  requireMayMessage(currentActor(actor), people, place.isNew, now)
  const members = people.map((person) => ({ id: person.id, email: person.apiEmail, full_name: person.fullName }))
  const where = { convId: place.convId, topic: '', members }
  return { where, audience: { to: 'users', ids: people.map((person) => person.id) } }
}

/** The sender as memory knows them now. */
const currentActor = (actor: Actor): Actor => ({ ...actor, user: actor.realm.users.get(actor.user.id) ?? actor.user })

function plan(actor: Actor, draft: Draft, rendering: Rendering, where: Where, audience: Audience): SendPlan {
  const { user } = actor
  return {
    message: {
      senderId: user.id,
      senderEmail: user.apiEmail,
      senderFullName: user.fullName,
      client: actor.client,
      ...where,
      content: draft.content,
      rendered: rendering.html,
      isMe: rendering.isMe,
      flags: draft.readBySender ? { [user.id]: ['read'] } : {},
      flagsOfAll: [],
      ...(draft.local ? { local: draft.local } : {}),
    },
    mflags: (draft.readBySender ? MESSAGE_BIT.readBySender : 0) | (rendering.isMe ? MESSAGE_BIT.isMe : 0),
    audience,
    userFlags: [],
    key: draft.key,
  }
}

interface Rendering {
  readonly html: string
  readonly isMe: boolean
}

/** The seam to the Markdown engine: paragraphs only, until it exists. */
function renderContent(content: string): Rendering {
  const isMe = content.startsWith('/me ') && !content.includes('\n')
  return { html: isMe ? `<p>${escapeHtml(content)}</p>` : renderPlain(content), isMe }
}

const inFlight = new WeakMap<RealmState, Map<string, Promise<SendOutcome>>>()

/** The same send twice at once is one send: the second waits for the first. */
export function onceAtATime(
  actor: Actor,
  key: SendKey | undefined,
  send: () => Promise<SendOutcome>,
): Promise<SendOutcome> {
  if (!key) return send()
  const sends = inFlight.get(actor.realm) ?? new Map<string, Promise<SendOutcome>>()
  inFlight.set(actor.realm, sends)
  const name = `${actor.user.id} ${key.key} ${key.digest}`
  const running = sends.get(name)
  if (running) return running
  const sending = send().finally(() => sends.delete(name))
  sends.set(name, sending)
  return sending
}
