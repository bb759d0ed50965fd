import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import { type PreparedSend, prepareSend } from '../sending/prepare-send.ts'
import type { SendRequest } from '../sending/send-request.ts'
import type { ScheduledRow } from './queries.ts'

/** What is to be sent, and where. */
export interface ScheduleRequest {
  readonly type: 'channel' | 'direct'
  /** The id of a channel, or the ids of people. */
  readonly to: number | readonly number[]
  readonly topic: string | undefined
  readonly content: string
}

export interface PrepareResources {
  readonly call: { readonly db: Db }
  /** The organization's address. */
  readonly site: Site
}

export const messageType = (type: 'direct' | 'channel' | 'stream' | 'private'): ScheduleRequest['type'] =>
  type === 'channel' || type === 'stream' ? 'channel' : 'direct'

/** A conversation that is not stored: nothing is sent yet. */
const NO_CONVERSATION = 0

/** Renders the text and finds the recipients, without storing anything. */
export async function prepareScheduled(
  actor: Actor,
  wanted: ScheduleRequest,
  { call, site }: PrepareResources,
): Promise<PreparedSend> {
  return await prepareSend(actor, requestOf(wanted), {
    call,
    site,
    beginConversation: async () => NO_CONVERSATION,
  })
}

/** The request that would send the message now. */
export function requestOf({ type, to, topic, content }: ScheduleRequest): SendRequest {
  if (type === 'channel') {
    if (typeof to !== 'number') throw badRequest('Invalid data type for channel ID')
    return { to: { channel: { kind: 'channel-id', id: to }, topic }, content }
  }
  if (typeof to === 'number') throw badRequest('Invalid data type for recipients')
  return { to: { userIds: to }, content }
}

type MessageColumns = Pick<ScheduledRow, 'channel_id' | 'user_ids' | 'topic' | 'content' | 'rendered'>

/** What is stored of it. */
export function columnsOf({ destination, draft }: PreparedSend): MessageColumns {
  const { content } = draft
  const text = { content, rendered: draft.rendering.html }
  if ('channel' in destination)
    return { channel_id: destination.channel.id, user_ids: null, topic: destination.topic, ...text }
  return { channel_id: null, user_ids: destination.people.map(({ id }) => id), topic: '', ...text }
}

/** The stored message, as somebody would want it sent. */
export const wantedOf = ({ channel_id: channelId, user_ids: ids, topic, content }: ScheduledRow): ScheduleRequest =>
  channelId === null
    ? { type: 'direct', to: ids ?? [], topic: undefined, content }
    : { type: 'channel', to: channelId, topic, content }
