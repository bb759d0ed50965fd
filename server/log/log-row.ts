import { ApiError } from '../../api/errors.ts'
import type { Event } from '../../api/events/index.ts'
import type { StateChange } from '../realm-state/state-change.ts'
import type { Audience } from './audience.ts'
import type { LoggedJob } from './job.ts'

type WithoutId<E> = E extends unknown ? Omit<E, 'id'> : never
/** An event before it has an id: ids belong to positions in the log. */
export type EventData = WithoutId<Event>

/** A message as the log keeps it: everything any client variant of its event needs, as of the moment it was sent. */
export interface LoggedMessage {
  readonly id: number
  readonly senderId: number
  readonly senderEmail: string
  readonly senderFullName: string
  readonly client: string
  readonly convId: number
  /** Absent for direct messages. */
  readonly channelId?: number | undefined
  readonly channelName?: string | undefined
  readonly topic: string
  /** Participants of a direct message, sorted. */
  readonly members?: readonly { id: number; email: string; full_name: string }[] | undefined
  readonly content: string
  readonly rendered: string
  readonly isMe: boolean
  readonly sentAt: number
  /** What differs from "received, unread": flags by user id, as of that time. */
  readonly flags: Readonly<Record<string, readonly string[]>>
  /** Flags of everybody else (a channel wildcard mention). */
  readonly flagsOfAll: readonly string[]
  /** Outgoing webhooks that it is for, and why. */
  readonly webhooks?: readonly { readonly bot: number; readonly trigger: string }[] | undefined
  /** The sender's queue that gets `local_message_id`. */
  readonly local?: { readonly queueId: string; readonly localId: string } | undefined
}

/** Fields of an event that differ from person to person, such as flags. */
export interface PersonalFields {
  readonly of: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** For everybody who is not in `of`. */
  readonly others: Readonly<Record<string, unknown>>
}

/** What one change is: an event for clients, a message, or only something the memory state follows. */
export interface LogPayload {
  readonly event?: EventData
  readonly message?: LoggedMessage
  readonly personal?: PersonalFields
  /** What the event's variants are made from, besides the event; no client gets it as it is. */
  readonly background?: object
  /** For memory, which follows the log. */
  readonly state?: readonly StateChange[]
  /** Jobs to run after the commit. */
  readonly jobs?: readonly LoggedJob[]
}

export interface LogRow {
  readonly seq: number
  readonly audience: Audience
  readonly payload: LogPayload
}

/** A row as the database has it. */
export interface StoredLogRow {
  readonly seq: number
  readonly audience: string
  readonly payload: string
}

/**
 * The form of the rows that this code writes. It grows with every change that an earlier release would misread, and
 * stands in each row as `v`. Rows without it are of the first release, version 1.
 */
export const LOG_VERSION = 2

/** A payload as the database has it. */
export const writePayload = (payload: LogPayload): string => JSON.stringify({ v: LOG_VERSION, ...payload })

export function parseLogRow(row: StoredLogRow): LogRow {
  const { v = 1, ...payload } = JSON.parse(row.payload) as LogPayload & { v?: number }
  if (v > LOG_VERSION) throw unreadableRow(v)
  return { seq: row.seq, audience: JSON.parse(row.audience) as Audience, payload }
}

const unreadableRow = (version: number) =>
  new ApiError(
    'SERVER_NOT_READY',
    `Another node runs a newer release (log version ${version}, this one reads ${LOG_VERSION}): upgrade this node`,
  )

/**
 * Every row of the log owns this many event ids. The first half is for the events that the row becomes for a client, the
 * second for the ephemeral events that the client gets after the row: which ids those have does not depend on the row.
 */
const IDS_PER_ROW = 1024
/** A larger change is split into several rows. */
export const MOST_EVENTS_PER_ROW = IDS_PER_ROW / 2
export const EPHEMERAL_IDS_PER_ROW = IDS_PER_ROW - MOST_EVENTS_PER_ROW
export const firstEventId = (seq: number): number => seq * IDS_PER_ROW
export const firstEphemeralId = (seq: number): number => firstEventId(seq) + MOST_EVENTS_PER_ROW
/**
 * The last row of which a client that has confirmed this id has every event. A row may have become more events than the
 * confirmed one, but not once something was confirmed that came after the row.
 */
export const lastCompleteRow = (id: number): number =>
  Math.floor(id / IDS_PER_ROW) - (id % IDS_PER_ROW < MOST_EVENTS_PER_ROW ? 1 : 0)

/** The same as SQL. */
export const lastCompleteRowSql = (id: string): string =>
  `(${id} / ${IDS_PER_ROW} - case when ${id} % ${IDS_PER_ROW} < ${MOST_EVENTS_PER_ROW} then 1 else 0 end)`
