import { type RawBuilder, sql } from 'kysely'
import type { ApiError } from '../../api/errors.ts'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import type { Actor } from '../actor.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../events/message-variant.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { User } from '../realm-state/user.ts'
import { MESSAGE_BIT, USER_BIT } from './message-flags.ts'
import { topicKey } from './message-text.ts'
import { unreadBy } from './queries.ts'

export interface NarrowContext {
  readonly actor: Actor
  readonly now: number
  badNarrow(desc: string): ApiError
}

type Operand = NarrowTerm['operand']
type Condition = RawBuilder<unknown>
type Operator = (context: NarrowContext, operand: Operand) => Condition

const MOST_ID = 2_147_483_647

/** By what a client wrote, which may be `constructor`. */
const own = <T>(table: Readonly<Record<string, T>>, key: Operand): T | undefined =>
  Object.hasOwn(table, String(key)) ? table[String(key)] : undefined

/** A term as a condition on `m`, the message, and `t`, its topic. */
export function conditionOf(context: NarrowContext, { operator, operand, negated }: NarrowTerm): Condition {
  const build = own(OPERATORS, operator)
  if (!build) throw context.badNarrow(`unknown operator ${operator}`)
  const condition = build(context, operand)
  // `near` only tells a client where to look.
  return negated && operator !== 'near' ? sql`not coalesce(${condition}, false)` : condition
}

export function findChannelOperand({ actor: { realm }, badNarrow }: NarrowContext, operand: Operand): Channel {
  const channel = typeof operand === 'number' ? realm.channels.get(operand) : realm.channelByName(String(operand))
  if (!channel) throw badNarrow(`unknown channel ${operand}`)
  return channel
}

function findUser({ actor: { realm }, badNarrow }: NarrowContext, operand: Operand): User {
  const user = typeof operand === 'number' ? realm.users.get(operand) : realm.userByEmail(String(operand))
  if (!user) throw badNarrow(`unknown user ${operand}`)
  return user
}

const inChannel: Operator = (context, operand) => sql`m.conv_id = ${findChannelOperand(context, operand).convId}`

const inTopic: Operator = (_, operand) => {
  const key = topicKey(String(operand))
  return sql`t.name_key = ${key === EMPTY_TOPIC_DISPLAY_NAME ? '' : key}`
}

/** That very conversation; one that never was matches nothing. */
const inDirect: Operator = ({ actor, badNarrow }, operand) => {
  const { realm, user } = actor
  const wanted = Array.isArray(operand)
    ? operand
    : String(operand)
        .split(',')
        .map((email) => email.trim())
        .filter((email) => email !== '')
  if (wanted.length === 0) return sql`false`
  const ids = wanted.map((one) => {
    const person = typeof one === 'number' ? realm.users.get(one) : realm.userByEmail(one)
    if (!person) throw badNarrow(`unknown user in ${Array.isArray(operand) ? JSON.stringify(operand) : operand}`)
    return person.id
  })
  const members = [...new Set([user.id, ...ids])].sort((a, b) => a - b)
  return sql`m.conv_id = (select id from conversation where realm_id = ${realm.id} and members = ${members}::int[])`
}

const withPerson =
  (groupsOnly: boolean): Operator =>
  (context, operand) => {
    const person = findUser(context, operand)
    const size = groupsOnly ? sql`and cardinality(c.members) > 2` : sql``
    return sql`exists (select 1 from conversation c where c.id = m.conv_id and ${context.actor.user.id} = any(c.members)
    and ${person.id} = any(c.members) ${size})`
  }

const IS: Readonly<Record<string, (actor: Actor) => Condition>> = {
  dm: () => sql`m.topic_id is null`,
  private: () => sql`m.topic_id is null`,
  starred: ({ user }) => hasUserFlag(user, USER_BIT.starred),
  alerted: ({ user }) => hasUserFlag(user, USER_BIT.alertWord),
  mentioned: ({ user }) =>
    sql`(${hasUserFlag(user, USER_BIT.mentioned | USER_BIT.topicWildcard)}
      or (m.mflags & ${MESSAGE_BIT.channelWildcard} <> 0 and not ${hasUserFlag(user, USER_BIT.historical)}))`,
  unread: ({ user }) => unreadBy(user.id),
  resolved: () => sql`t.name like '✔ %'`,
}

const hasUserFlag = (user: User, bits: number): Condition =>
  sql`exists (select 1 from user_flag f where f.user_id = ${user.id} and f.message_id = m.id and f.flags & ${bits} <> 0)`

const HAS: Readonly<Record<string, Condition>> = {
  reaction: sql`exists (select 1 from reaction x where x.message_id = m.id)`,
  link: sql`m.mflags & ${MESSAGE_BIT.hasLink} <> 0`,
  image: sql`m.mflags & ${MESSAGE_BIT.hasImage} <> 0`,
  attachment: sql`m.mflags & ${MESSAGE_BIT.hasAttachment} <> 0`,
}

const CHANNELS: Readonly<Record<string, Condition>> = {
  public: sql`not x.invite_only and x.history_public_to_subscribers`,
  'web-public': sql`x.is_web_public`,
  archived: sql`x.is_archived`,
}

const among = (rest: Condition): Condition =>
  sql`exists (select 1 from channel x where x.conv_id = m.conv_id and ${rest})`

const inChannels: Operator = ({ badNarrow }, operand) => {
  const condition = own(CHANNELS, operand)
  if (!condition) throw badNarrow(`unknown channels operand ${operand}`)
  return among(condition)
}

const byId: Operator = ({ badNarrow }, operand) => {
  const text = String(operand)
  if (!/^\d+$/.test(text) || Number(text) > MOST_ID) throw badNarrow('Invalid message ID')
  return sql`m.id = ${Number(text)}`
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  channel: inChannel,
  stream: inChannel,
  channels: inChannels,
  streams: inChannels,
  topic: inTopic,
  dm: inDirect,
  'pm-with': inDirect,
  pm_with: inDirect,
  'dm-including': withPerson(false),
  'group-pm-with': withPerson(true),
  group_pm_with: withPerson(true),
  sender: (context, operand) => sql`m.sender_id = ${findUser(context, operand).id}`,
  is: ({ actor, badNarrow }, operand) => {
    const build = own(IS, operand)
    if (!build) throw badNarrow(`unknown 'is' operand ${operand}`)
    return build(actor)
  },
  has: ({ badNarrow }, operand) => {
    const condition = own(HAS, operand)
    if (!condition) throw badNarrow(`unknown 'has' operand ${operand}`)
    return condition
  },
  in: ({ badNarrow }, operand) => {
    if (operand !== 'all') throw badNarrow(`unknown 'in' operand ${operand}`)
    return sql`true`
  },
  id: byId,
  near: () => sql`true`,
}
