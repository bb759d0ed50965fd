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
  /** The sender's queue that gets `local_message_id`. */
  readonly local?: { readonly queueId: string; readonly localId: string } | undefined
}

/** What one change is: an event for clients, a message, or only something the memory state follows. */
export interface LogPayload {
  readonly event?: EventData
  readonly message?: LoggedMessage
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

export const parseLogRow = (row: StoredLogRow): LogRow => ({
  seq: row.seq,
  audience: JSON.parse(row.audience) as Audience,
  payload: JSON.parse(row.payload) as LogPayload,
})

/** Every row of the log owns this many event ids: the events it becomes, and the ephemeral ones that follow it. */
export const IDS_PER_ROW = 1024
export const firstEventId = (seq: number): number => seq * IDS_PER_ROW
export const seqOfEventId = (id: number): number => Math.floor(id / IDS_PER_ROW)
