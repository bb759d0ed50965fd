import { type RawBuilder, sql } from 'kysely'
import { type ApiError, notLoggedIn } from '../../api/errors.ts'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../events/message-variant.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { User } from '../realm-state/user.ts'
import { findShownUser } from '../users/access.ts'
import { MESSAGE_BIT, USER_BIT } from './message-flags.ts'
import { topicKey } from './message-text.ts'
import { unreadBy } from './queries.ts'
import { findShownChannel, type Reader } from './visitor-access.ts'

export interface NarrowContext {
  readonly reader: Reader
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

/** Visitors get no further than the narrows that are for them; this holds whatever those are. */
function requireUser({ reader: { user } }: NarrowContext): User {
  if (user === null) throw notLoggedIn()
  return user
}

export function findChannelOperand({ reader, badNarrow }: NarrowContext, operand: Operand): Channel {
  const { realm, user } = reader
  const nameOrId = typeof operand === 'number' ? operand : String(operand)
  if (user === null) {
    const shown = findShownChannel(realm, nameOrId)
    if (!shown) throw badNarrow(`unknown web-public channel ${operand}`)
    return shown
  }
  const channel = typeof nameOrId === 'number' ? realm.channels.get(nameOrId) : realm.channelEverNamed(nameOrId)
  if (!channel) throw badNarrow(`unknown channel ${operand}`)
  return channel
}

function findUser({ reader, badNarrow }: NarrowContext, operand: Operand): User {
  const user = findShownUser(reader.realm, reader.user, typeof operand === 'number' ? operand : String(operand))
  if (!user) throw badNarrow(`unknown user ${operand}`)
  return user
}

const inChannel: Operator = (context, operand) => sql`m.conv_id = ${findChannelOperand(context, operand).convId}`

const inTopic: Operator = (_, operand) => {
  const key = topicKey(String(operand))
  return sql`t.name_key = ${key === EMPTY_TOPIC_DISPLAY_NAME ? '' : key}`
}

/** That very conversation; one that never was matches nothing. */
const inDirect: Operator = (context, operand) => {
  const { reader, badNarrow } = context
  const { realm } = reader
  const user = requireUser(context)
  const wanted = Array.isArray(operand)
    ? operand
    : String(operand)
        .split(',')
        .map((email) => email.trim())
        .filter((email) => email !== '')
  if (wanted.length === 0) return sql`false`
  const ids = wanted.map((one) => {
    const person = findShownUser(realm, user, one)
    if (!person) throw badNarrow(`unknown user in ${Array.isArray(operand) ? JSON.stringify(operand) : operand}`)
    return person.id
  })
  const members = [...new Set([user.id, ...ids])].sort((a, b) => a - b)
  return sql`m.conv_id = (select id from conversation where realm_id = ${realm.id} and members = ${members}::int[])`
}

const withPerson =
  (groupsOnly: boolean): Operator =>
  (context, operand) => {
    const user = requireUser(context)
    const person = findUser(context, operand)
    const size = groupsOnly ? sql`and cardinality(c.members) > 2` : sql``
    return sql`exists (select 1 from conversation c where c.id = m.conv_id and ${user.id} = any(c.members)
    and ${person.id} = any(c.members) ${size})`
  }

const IS: Readonly<Record<string, (context: NarrowContext) => Condition>> = {
  dm: () => sql`m.topic_id is null`,
  private: () => sql`m.topic_id is null`,
  starred: (context) => hasUserFlag(context, USER_BIT.starred),
  alerted: (context) => hasUserFlag(context, USER_BIT.alertWord),
  mentioned: (context) =>
    sql`(${hasUserFlag(context, USER_BIT.mentioned | USER_BIT.topicWildcard)}
      or (m.mflags & ${MESSAGE_BIT.channelWildcard} <> 0 and not ${hasUserFlag(context, USER_BIT.historical)}))`,
  unread: (context) => unreadBy(requireUser(context).id),
  resolved: () => sql`t.name like '✔ %'`,
}

const hasUserFlag = (context: NarrowContext, bits: number): Condition =>
  sql`exists (select 1 from user_flag f where f.user_id = ${requireUser(context).id} and f.message_id = m.id and f.flags & ${bits} <> 0)`

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
  is: (context, operand) => {
    const build = own(IS, operand)
    if (!build) throw context.badNarrow(`unknown 'is' operand ${operand}`)
    return build(context)
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
