import { type RawBuilder, sql } from 'kysely'
import { MESSAGE_BIT, USER_BIT } from './message-flags.ts'

// SQL fragments for who received a message and who has read it. `m` is a message, `r` a person's membership interval,
// `b` a row of their read marks, `f` their own row about the message. Bits are written as literals, because indexes use
// them.

export const has = (flags: string, bits: number): string => `${flags} & ${bits} <> 0`
export const lacks = (flags: string, bits: number): string => `${flags} & ${bits} = 0`

/** A row of `read_bits` has a bit for each of 2^10 messages. */
const CHUNK_POWER = 10
const CHUNK_SIZE = 2 ** CHUNK_POWER

export const chunkOf = (hseq: string): string => `${hseq} >> ${CHUNK_POWER}`
export const startOfChunk = (chunk: string): string => `(${chunk} << ${CHUNK_POWER})`
export const endOfChunk = (chunk: string): string => `((${chunk} + 1) << ${CHUNK_POWER}) - 1`
const placeInChunk = (hseq: string): string => `${hseq} & ${CHUNK_SIZE - 1}`
export const markOf = (bits: string, hseq: string): string => `get_bit(${bits}, ${placeInChunk(hseq)})`
export const singleMark = (hseq: string): string => `set_bit(0::bit(${CHUNK_SIZE}), ${placeInChunk(hseq)}, 1)`

/** `b` is the row with the person's mark on `m`. */
export const marksAt = (userId: string, convId: string): string =>
  `b.user_id = ${userId} and b.conv_id = ${convId} and b.chunk = ${chunkOf('m.hseq')}`

/** `r`, an interval in the home conversation of `m`, contains its address. */
export const CONTAINS_ADDRESS = `r.conv_id = m.home_conv
    and r.from_hseq < m.hseq and (r.to_hseq is null or m.hseq <= r.to_hseq)`

/** `r` has not ended. A person who no longer receives the conversation counts as having read all of it. */
export const receivesNow = (convId: string): string => `r.conv_id = ${convId} and r.to_seq is null`

/** `f` exists and is not historical: it was written with the message (a mentioned bot). */
export const CAME_WITH_ROW = `coalesce(${lacks('f.flags', USER_BIT.historical)}, false)`

/** The person had read `m` when it was sent, unless their own row is marked unread. */
export const bornReadBy = (userId: string): string => `(${has('m.mflags', MESSAGE_BIT.readByMost)}
    or (m.sender_id = ${userId} and ${has('m.mflags', MESSAGE_BIT.readBySender)}))`

/** The same for a person by their id. */
export const bornRead = (
  userId: Person,
): RawBuilder<boolean> => sql`(${sql.raw(has('m.mflags', MESSAGE_BIT.readByMost))}
  or (m.sender_id = ${userId} and ${sql.raw(has('m.mflags', MESSAGE_BIT.readBySender))}))`

/** `m` has stayed in the channel it was sent to. */
export const NEVER_LEFT = lacks('m.mflags', MESSAGE_BIT.movedBetweenChannels)
/**
 * The opposite. No index has this condition: an index of moved messages looks empty as long as the statistics do not know
 * of any moves, so the planner would read all of it for a statement that finds messages by their ids.
 */
export const HAS_LEFT = has('m.mflags', MESSAGE_BIT.movedBetweenChannels)

/** Whether somebody kept `m` through its moves between channels. */
export const keptThroughMoves = (userId: string): string =>
  `received_after_moves(${userId}, m.home_conv, m.hseq, m.move_id)`

/** `m` reached somebody with the conversation, not by a row of their own. */
export const reached = (userId: string): string => `(
  (${NEVER_LEFT} and exists (select 1 from member r where r.user_id = ${userId} and ${CONTAINS_ADDRESS}))
  or (${HAS_LEFT} and ${keptThroughMoves(userId)}))`
/** The same for statements that join `r`, the person's interval that contains the address of `m`. */
export const reachedBeside = (userId: string): string => `(
  (${NEVER_LEFT} and r.user_id is not null) or (${HAS_LEFT} and ${keptThroughMoves(userId)}))`
/** `f` says that the person had read the message when it came, and it was not marked unread since. */
export const CAME_READ = `${has('f.flags', USER_BIT.bornRead)} and ${lacks('f.flags', USER_BIT.markedUnread)}`

export const MENTIONS_EVERYBODY = has('m.mflags', MESSAGE_BIT.channelWildcard)

/** A bot that is not in the channel was mentioned. */
export const isOutsideMention = (flags: string): string =>
  `${has(flags, USER_BIT.mentioned)} and ${has(flags, USER_BIT.outsideMention)}`

/** The person is mentioned, by their own flags or together with everyone who received the message. */
export const isMention = (flags: string, withEverybody: string): string =>
  `${has(flags, USER_BIT.mentioned | USER_BIT.topicWildcard)} or (${withEverybody} and ${lacks(flags, USER_BIT.historical)})`

/** One account by its id, or by a column of the statement. */
type Person = number | RawBuilder<number>

/** `m` reached the person with the conversation. The condition decides it for messages that were moved. */
export const inIntervalOr = (userId: Person, isKept: RawBuilder<boolean>): RawBuilder<boolean> => sql`(
  (${sql.raw(NEVER_LEFT)} and exists (
    select 1 from member r where r.user_id = ${userId} and ${sql.raw(CONTAINS_ADDRESS)}))
  or (${sql.raw(HAS_LEFT)} and ${isKept}))`

const inInterval = (userId: Person): RawBuilder<boolean> =>
  inIntervalOr(userId, sql`received_after_moves(${userId}, m.home_conv, m.hseq, m.move_id)`)

/** The person has their own row about `m`. */
export const hasOwnRow = (userId: Person): RawBuilder<boolean> =>
  sql`exists (select 1 from user_flag r where r.user_id = ${userId} and r.message_id = m.id)`

/** The person received `m`: one of their intervals contains its address, or they have their own row. */
export const receivedBy = (userId: Person): RawBuilder<boolean> => sql`(${inInterval(userId)} or ${hasOwnRow(userId)})`

/** The same for statements that join `f`, the person's row. */
export const receivedBeside = (userId: Person): RawBuilder<boolean> => sql`(
  ${inInterval(userId)}
  or ${sql.raw(CAME_WITH_ROW)})`

const receivesNowBy = (userId: Person): RawBuilder<boolean> => sql`exists (
  select 1 from member r where r.user_id = ${userId} and ${sql.raw(receivesNow('m.conv_id'))})`

/** These flags are of a copy that was marked unread. All other copies are read. */
export const isUnreadCopy = (flags: string): string =>
  `(${has(flags, USER_BIT.historical)} and ${has(flags, USER_BIT.markedUnread)})`

/** `f` is the person's copy, marked unread, in a conversation that they receive now. */
export const mayBeUnreadCopy = (userId: Person): RawBuilder<boolean> => sql`(
  coalesce(${sql.raw(isUnreadCopy('f.flags'))}, false) and ${receivesNowBy(userId)})`

/** The person has read `m`: it is below their position, marked above it, or was sent by them as read. */
export const readBy = (userId: Person): RawBuilder<boolean> => sql`(
  exists (select 1 from read_pos p where p.user_id = ${userId} and p.conv_id = m.home_conv and m.hseq <= p.upto)
  or exists (select 1 from read_bits b where b.user_id = ${userId} and b.conv_id = m.home_conv
    and b.chunk = ${sql.raw(chunkOf('m.hseq'))} and ${sql.raw(markOf('b.bits', 'm.hseq'))} = 1)
  or (${bornRead(userId)} and not exists (
    select 1 from user_flag f where f.user_id = ${userId} and f.message_id = m.id
      and ${sql.raw(has('f.flags', USER_BIT.markedUnread))}))
  or exists (select 1 from user_flag f where f.user_id = ${userId} and f.message_id = m.id
    and ${sql.raw(CAME_READ)}))`

/** The person has their own row about `m`, with which it can be unread. */
export const hasUnreadRow = (userId: Person): RawBuilder<boolean> => sql`exists (
  select 1 from user_flag f where f.user_id = ${userId} and f.message_id = m.id
    and (${sql.raw(lacks('f.flags', USER_BIT.historical))}
      or (${sql.raw(isUnreadCopy('f.flags'))} and ${receivesNowBy(userId)})))`

/** `m` is unread for the person: received and not read, or a copy that was marked unread. */
export const unreadBy = (userId: Person): RawBuilder<boolean> => sql`(not ${readBy(userId)} and (
  ${inInterval(userId)} or ${hasUnreadRow(userId)}))`

/**
 * `receivedBeside` for statements that also join `r`, the person's interval that contains the address of `m`, and `l`, the
 * last of the `moves` of `m` for which the person was not in the new channel. A later move may have given it
 * to everybody.
 */
export const RECEIVED_JOINED: RawBuilder<boolean> = sql.raw(`(
    coalesce((select max(depth) from moves where gains) > coalesce(l.depth, 0), false)
    or (l.depth is null and r.user_id is not null)
    or ${CAME_WITH_ROW})`)

/** `readBy` for statements that join `f` and the person's position `p` and marks `b`. */
export const readByJoined = (userId: string): RawBuilder<boolean> =>
  sql.raw(`coalesce(m.hseq <= p.upto or ${markOf('b.bits', 'm.hseq')} = 1
    or (${bornReadBy(userId)} and coalesce(${lacks('f.flags', USER_BIT.markedUnread)}, true))
    or (${CAME_READ}), false)`)
