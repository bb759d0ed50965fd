import { badRequest } from '../../../api/errors.ts'
import type { EventOf } from '../../../api/events/index.ts'
import { requireChannel } from '../../kernel/access/channel-access.ts'
import { findShownUser } from '../../kernel/access/user-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import { type Audience, users } from '../../kernel/log/audience.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isLimited, type Sight, sees, sightOf } from '../../kernel/realm-state/sight.ts'
import { unknownUser } from '../../kernel/realm-state/unknown-user.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { checkTopic } from '../../kernel/texts/message-text.ts'
import { requireMayPost } from '../sending/access.ts'

/** In larger channels typing events would never stop. */
export const MAX_SUBSCRIBERS_FOR_TYPING = 100

type Operation = EventOf<'typing'>['op']

interface TypingStatus {
  readonly event: Omit<EventOf<'typing'>, 'id'>
  readonly audience: Audience
}

const missing = (name: string) => badRequest(`Missing '${name}' argument`)
const presentPerson = (user: User) => ({ user_id: user.id, email: user.apiEmail })
export const wantsTyping = (user: User): boolean => user.isActive && settingOf(user, 'receives_typing_notifications')
/** Guests who may not see the person who types get no event, because it has an address. */
function audienceAmong({ realm, user }: Actor, people: readonly User[]): Audience {
  const told = people.filter((person) => wantsTyping(person) && sees(realm, person, user))
  return users(...told.map(({ id }) => id))
}

/** Nothing if the channel is too large. */
export function typingInChannel(
  actor: Actor,
  op: Operation,
  channelId: number | undefined,
  topic: string | undefined,
): TypingStatus[] {
  const { realm, user } = actor
  if (channelId === undefined) throw missing('stream_id')
  if (topic === undefined) throw missing('topic')
  if (!settingOf(user, 'send_stream_typing_notifications'))
    throw badRequest('User has disabled typing notifications for channel messages')
  const channel = requireChannel(actor, channelId)
  requireMayPost(actor, channel)
  const subscribers = realm.memberships.subscribers(channel.id)
  if (subscribers.size > MAX_SUBSCRIBERS_FOR_TYPING) return []
  const event = { type: 'typing', op, message_type: 'stream', sender: presentPerson(user) } as const
  const people = [...subscribers].flatMap((id) => realm.users.get(id) ?? [])
  const audience = audienceAmong(actor, people)
  return [{ event: { ...event, stream_id: channel.id, topic: checkTopic(topic) }, audience }]
}

/** Guests with limited sight get an event of their own if they may not see one of the people. */
export function typingToPeople(actor: Actor, op: Operation, to: readonly number[] | undefined): TypingStatus[] {
  const { realm, user } = actor
  if (to === undefined) throw missing('to')
  if (to.length === 0) throw badRequest("Empty 'to' list")
  if (!settingOf(user, 'send_private_typing_notifications'))
    throw badRequest('User has disabled typing notifications for direct messages')
  const people = new Map([[user.id, user]])
  for (const id of to) {
    const person = findShownUser(realm, user, id)
    if (!person) throw badRequest(`Invalid user ID ${id}`)
    people.set(id, person)
  }
  const recipients = [...people.values()].sort((a, b) => a.id - b.id)
  const event = { type: 'typing', op, message_type: 'direct', sender: presentPerson(user) } as const
  const statusFor = (viewers: readonly User[], isSeen: Sight): TypingStatus => ({
    event: { ...event, recipients: recipients.map((one) => (isSeen(one) ? presentPerson(one) : hidden(realm, one))) },
    audience: audienceAmong(actor, viewers),
  })
  const limited = recipients.filter((viewer) => isLimited(realm, viewer))
  const others = recipients.filter((viewer) => !isLimited(realm, viewer))
  return [statusFor(others, () => true), ...limited.map((viewer) => statusFor([viewer], sightOf(realm, viewer)))]
}

const hidden = (realm: RealmState, { id }: User) => ({ user_id: id, email: unknownUser(realm, id).email })
