import { type RawBuilder, sql } from 'kysely'
import { notLoggedIn } from '../../../api/errors.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { followedBy, hiddenFrom } from '../../channels/user-topics/visibility-sql.ts'
import { findChannel } from '../../kernel/access/channel-access.ts'
import { findShownAccount } from '../../kernel/access/user-access.ts'
import { type Actor, isSignedIn } from '../../kernel/actor.ts'
import { has, MENTIONS_EVERYBODY, unreadBy } from '../../kernel/ledger/ledger-sql.ts'
import { MESSAGE_BIT, USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { namedTopicKey, RESOLVED_PREFIX } from '../../kernel/realm-state/topic-name.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { conversationOf } from '../conversation-queries.ts'
import { mentionLexeme } from '../search/lexemes.ts'
import { badNarrow } from './bad-narrow.ts'
import type { Reader } from './visitor-access.ts'

type Operand = NarrowTerm['operand']
type Condition = RawBuilder<unknown>
type Operator = (reader: Reader, operand: Operand) => Condition

const MOST_ID = 2_147_483_647

/** Reads only own properties, because a client may send `constructor`. */
const own = <T>(table: Readonly<Record<string, T>>, key: Operand): T | undefined =>
  Object.hasOwn(table, String(key)) ? table[String(key)] : undefined

/** Translates a term to a condition on `m`, the message, and `t`, its topic. */
export function conditionOf(reader: Reader, { operator, operand, negated }: NarrowTerm): Condition {
  const build = own(OPERATORS, operator)
  if (!build) throw badNarrow(`unknown operator ${operator}`)
  const condition = build(reader, operand)
  // `near` does not filter. It only gives a client a position.
  return negated && operator !== 'near' ? sql`not coalesce(${condition}, false)` : condition
}

/** A second line of defence: visitors may use only some narrows, whatever those are. */
function requireActor(reader: Reader): Actor {
  if (!isSignedIn(reader)) throw notLoggedIn()
  return reader
}

const requireUser = (reader: Reader): User => requireActor(reader).user

export function findChannelOperand(reader: Reader, operand: Operand): Channel {
  const channel = findChannel(reader, typeof operand === 'number' ? operand : String(operand))
  if (!channel) throw badNarrow(`unknown ${reader.user ? '' : 'web-public '}channel ${operand}`)
  return channel
}

function findUser({ realm, user: viewer }: Reader, operand: Operand): User {
  const user = findShownAccount(realm, viewer, typeof operand === 'number' ? operand : String(operand))
  if (!user) throw badNarrow(`unknown user ${operand}`)
  return user
}

type Place = RawBuilder<number | null>

const channelPlace = (reader: Reader, operand: Operand): Place =>
  sql`${findChannelOperand(reader, operand).convId}::int`

const inChannel: Operator = (reader, operand) => sql`m.conv_id = ${channelPlace(reader, operand)}`

const inTopic: Operator = (_, operand) => sql`t.name_key = ${namedTopicKey(String(operand))}`

/** Exactly this conversation. One that does not exist matches nothing. */
const inDirect: Operator = (reader, operand) => sql`m.conv_id = ${directPlace(reader, operand)}`

function directPlace(reader: Reader, operand: Operand): Place {
  const { realm } = reader
  const user = requireUser(reader)
  const wanted = Array.isArray(operand)
    ? operand
    : String(operand)
        .split(',')
        .map((email) => email.trim())
        .filter((email) => email !== '')
  if (wanted.length === 0) return sql`null::int`
  const ids = wanted.map((one) => {
    const person = findShownAccount(realm, user, one)
    if (!person) throw badNarrow(`unknown user in ${Array.isArray(operand) ? JSON.stringify(operand) : operand}`)
    return person.id
  })
  const members = [...new Set([user.id, ...ids])].sort((a, b) => a - b)
  return conversationOf(realm.id, members)
}

/** The conversation that a narrow names. */
export function placeIn(reader: Reader, narrow: readonly NarrowTerm[]): Place | undefined {
  const places = narrow
    .filter(({ negated }) => !negated)
    .map(({ operator, operand }) => {
      const build = own(PLACES, operator)
      return build?.(reader, operand)
    })
  return places.find((place) => place !== undefined)
}

const PLACES: Readonly<Record<string, (reader: Reader, operand: Operand) => Place>> = {
  channel: channelPlace,
  stream: channelPlace,
  dm: directPlace,
  'pm-with': directPlace,
  pm_with: directPlace,
}

/** The person whose conversations with the reader a term names. */
export const personIn = (
  reader: Reader,
  { operator, operand }: Pick<NarrowTerm, 'operator' | 'operand'>,
): number | undefined => (WITH_PERSON.has(operator) ? findUser(reader, operand).id : undefined)

const WITH_PERSON = new Set(['dm-including', 'group-pm-with', 'group_pm_with'])

const withPerson =
  (groupsOnly: boolean): Operator =>
  (reader, operand) => {
    const user = requireUser(reader)
    const person = findUser(reader, operand)
    const size = groupsOnly ? sql`and cardinality(c.members) > 2` : sql``
    return sql`exists (select 1 from conversation c where c.id = m.conv_id and ${user.id} = any(c.members)
    and ${person.id} = any(c.members) ${size})`
  }

const IS: Readonly<Record<string, (reader: Reader) => Condition>> = {
  dm: () => sql`m.topic_id is null`,
  private: () => sql`m.topic_id is null`,
  starred: (reader) => hasUserFlag(reader, USER_BIT.starred),
  alerted: (reader) => hasUserFlag(reader, USER_BIT.alertWord),
  mentioned: (reader) =>
    sql`(${hasUserFlag(reader, USER_BIT.mentioned | USER_BIT.topicWildcard)}
      or (${sql.raw(MENTIONS_EVERYBODY)} and not ${hasUserFlag(reader, USER_BIT.historical)}))`,
  unread: (reader) => unreadBy(requireUser(reader).id),
  followed: (reader) => followedBy(requireUser(reader).id),
  muted: (reader) => hiddenFrom(requireActor(reader)),
  resolved: () => sql`t.name like ${sql.lit(`${RESOLVED_PREFIX}%`)}`,
}

const hasUserFlag = (reader: Reader, bits: number): Condition =>
  sql`exists (select 1 from user_flag f where f.user_id = ${requireUser(reader).id} and f.message_id = m.id
    and ${sql.raw(has('f.flags', bits))})`

const HAS: Readonly<Record<string, Condition>> = {
  // One index lookup per message. With `exists` the planner would read all reactions, even for a few messages.
  reaction: sql`(
    select r.message_id from reaction r where r.realm_id = m.realm_id and r.message_id = m.id limit 1) is not null`,
  link: sql.raw(has('m.mflags', MESSAGE_BIT.hasLink)),
  image: sql.raw(has('m.mflags', MESSAGE_BIT.hasImage)),
  attachment: sql.raw(has('m.mflags', MESSAGE_BIT.hasAttachment)),
}

const IN: Readonly<Record<string, (reader: Reader) => Condition>> = {
  all: () => sql`true`,
  home: (reader) => sql`not ${hiddenFrom(requireActor(reader))}`,
}

const CHANNELS: Readonly<Record<string, (channel: Channel) => boolean>> = {
  public: (channel) => !channel.inviteOnly && channel.historyPublic,
  'web-public': (channel) => channel.isWebPublic,
  archived: (channel) => channel.isArchived,
}

/** The kind of channels that an operand names. */
function channelsAmong(operand: Operand): (channel: Channel) => boolean {
  const among = own(CHANNELS, operand)
  if (!among) throw badNarrow(`unknown channels operand ${operand}`)
  return among
}

/** The conversations of the kinds of channels that a narrow names. */
export function channelsIn({ realm }: Reader, narrow: readonly NarrowTerm[]): RawBuilder<unknown> | undefined {
  const named = narrow.flatMap(({ operator, operand, negated }) =>
    !negated && (operator === 'channels' || operator === 'streams') ? [channelsAmong(operand)] : [],
  )
  if (named.length === 0) return undefined
  const channels = [...realm.channels.values()].filter((channel) => named.every((among) => among(channel)))
  return sql`select unnest(${channels.map(({ convId }) => convId)}::int[])`
}

const inChannels: Operator = ({ realm }, operand) => {
  const channels = [...realm.channels.values()].filter(channelsAmong(operand))
  return sql`m.conv_id = any(${channels.map(({ convId }) => convId)}::int[])`
}

const byId: Operator = (_, operand) => {
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
  sender: (reader, operand) => sql`m.sender_id = ${findUser(reader, operand).id}`,
  mentions: (reader, operand) => sql`m.tsv @@ ${`'${mentionLexeme(findUser(reader, operand).id)}'`}::tsquery`,
  is: (reader, operand) => {
    const build = own(IS, operand)
    if (!build) throw badNarrow(`unknown 'is' operand ${operand}`)
    return build(reader)
  },
  has: (_, operand) => {
    const condition = own(HAS, operand)
    if (!condition) throw badNarrow(`unknown 'has' operand ${operand}`)
    return condition
  },
  in: (reader, operand) => {
    const build = own(IN, operand)
    if (!build) throw badNarrow(`unknown 'in' operand ${operand}`)
    return build(reader)
  },
  id: byId,
  near: () => sql`true`,
}

const operandsOf = (operator: string, table: object): string[] =>
  Object.keys(table).map((operand) => `${operator}:${operand}`)

/** All terms of a narrow: operators, the words that some of them take, and `negated`. */
export const NARROW_TERMS: readonly string[] = [
  ...Object.keys(OPERATORS),
  // These two concern the whole narrow.
  'search',
  'with',
  ...operandsOf('is', IS),
  ...operandsOf('has', HAS),
  ...operandsOf('in', IN),
  ...operandsOf('channels', CHANNELS),
  'negated',
]
