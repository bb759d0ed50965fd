import { ApiError } from '../../../api/errors.ts'
import type { Event } from '../../../api/events/index.ts'
import type { StateChange } from '../realm-state/state-change.ts'
import type { Audience } from './audience.ts'
import type { LoggedJob } from './job.ts'

type WithoutId<E> = E extends unknown ? Omit<E, 'id'> : never
/** An event without its id. The id follows from the position in the log. */
export type EventData = WithoutId<Event>

/** A message in the log, with everything that any client variant of its event needs, as of the time it was sent. */
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
  /** Flags by user id, as of that time, for people whose flags differ from "received, unread". */
  readonly flags: Readonly<Record<string, readonly string[]>>
  /** The flags of everyone else (for a channel wildcard mention). */
  readonly flagsOfAll: readonly string[]
  /** People who follow the topic because the message mentions them, unless they see more of it already. */
  readonly followers?: readonly number[] | undefined
  /** Outgoing webhooks that it is for, and why. */
  readonly webhooks?: readonly { readonly bot: number; readonly trigger: string }[] | undefined
  /** True if the channel had no messages for months. */
  readonly wakesChannel?: true | undefined
  /** True if pages that it links to get previews later. */
  readonly previewsLinks?: boolean | undefined
  /** The submessage that the message is sent with: its id, and its data as JSON text. */
  readonly widget?: { readonly id: number; readonly content: string } | undefined
  /** The sender's queue that receives `local_message_id`. */
  readonly local?: { readonly queueId: string; readonly localId: string } | undefined
}

/** Fields of an event that differ from person to person. */
export interface PersonalFields {
  readonly of: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Everyone who is not in `of` gets it. */
  readonly others: Readonly<Record<string, unknown>>
}

/** The content of a log row: an event for clients, a message, or a change that only memory applies. */
export interface LogPayload {
  readonly event?: EventData
  readonly message?: LoggedMessage
  readonly personal?: PersonalFields
  /** The message whose flags the event has. They are read for each recipient when the event is delivered. */
  readonly flagsOf?: number
  /** Data for building the event's variants. Clients never receive it directly. */
  readonly background?: object
  /** Changes to apply to memory. */
  readonly state?: readonly StateChange[]
  /** Jobs to run after the commit. */
  readonly jobs?: readonly LoggedJob[]
}

export interface LogRow {
  readonly seq: number
  readonly audience: Audience
  readonly payload: LogPayload
}

/** A row in the form of the database. */
export interface StoredLogRow {
  readonly seq: number
  readonly audience: string
  readonly payload: string
}

/**
 * The format version of the rows that this code writes, stored in each row as `v`. It grows with every change that an
 * earlier release would misread. Rows without it have version 1, that of the first release.
 */
export const LOG_VERSION = 4

/** Serializes a payload for the database. */
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
 * Every row of the log owns this many event ids. The first half is for the events of the row itself. The second half is
 * for the ephemeral events that the client gets after the row; their ids do not depend on the row.
 */
const IDS_PER_ROW = 1024
/** A larger change is split into several rows. */
export const MAX_EVENTS_PER_ROW = IDS_PER_ROW / 2
export const EPHEMERAL_IDS_PER_ROW = IDS_PER_ROW - MAX_EVENTS_PER_ROW
export const firstEventId = (seq: number): number => seq * IDS_PER_ROW
export const firstEphemeralId = (seq: number): number => firstEventId(seq) + MAX_EVENTS_PER_ROW
/**
 * The last row whose events a client has received completely when it has confirmed this id. A row may become several
 * events, so the row of the id itself counts only if the id is that of an ephemeral event after the row.
 */
export const lastCompleteRow = (id: number): number =>
  Math.floor(id / IDS_PER_ROW) - (id % IDS_PER_ROW < MAX_EVENTS_PER_ROW ? 1 : 0)

/** The same calculation in SQL. */
export const lastCompleteRowSql = (id: string): string =>
  `(${id} / ${IDS_PER_ROW} - case when ${id} % ${IDS_PER_ROW} < ${MAX_EVENTS_PER_ROW} then 1 else 0 end)`
