import { createHash } from 'node:crypto'
import { ApiError, badRequest } from '../../../api/errors.ts'
import type { PropagateMode } from '../../../api/objects/message.ts'
import type { Rendering } from '../../../markdown/rendering.ts'
import { namedTopicKey, RESOLVED_PREFIX } from '../../kernel/realm-state/topic-name.ts'
import { checkContent, checkTopic } from '../../kernel/texts/message-text.ts'
import type { MessageRow } from '../message-queries.ts'

interface NewContent {
  readonly text: string
  readonly rendering: Rendering
  /** Pages that it links to get previews later. */
  readonly previewsLinks: boolean
}

/** What a request asks for. */
export interface EditRequest {
  readonly content?: NewContent | undefined
  readonly topic?: string | undefined
  readonly channelId?: number | undefined
  readonly mode: PropagateMode
  readonly contentSha256?: string | undefined
  readonly notifyOldTopic: boolean
  readonly notifyNewTopic: boolean
  readonly expectedLastId?: number | undefined
  readonly expectedCount?: number | undefined
}

const DELETED = '(deleted)'

/** The content as it is stored. A blank one takes the old one away. */
export const checkEditedContent = (text: string): string => (text.trim() === '' ? DELETED : checkContent(text))

export const mismatch = (name: string) =>
  new ApiError('EXPECTATION_MISMATCH', `'${name}' value does not match the expected value.`, {
    data: { field_name: name },
  })

/** What of the request is a change, or the reason why it makes no sense for this message. */
export function checkEdit(message: MessageRow, wanted: EditRequest): EditRequest {
  const { content, contentSha256 } = wanted
  if (content === undefined && wanted.topic === undefined && wanted.channelId === undefined)
    throw badRequest('Nothing to change')
  if (message.channel_id === null) {
    if (wanted.channelId !== undefined) throw badRequest('Direct messages cannot be moved to channels.')
    if (wanted.topic !== undefined) throw badRequest('Direct messages cannot have topics.')
  }
  if (wanted.mode !== 'change_one' && wanted.topic === undefined && wanted.channelId === undefined)
    throw badRequest('Invalid propagate_mode without topic or channel edit')
  if (content !== undefined && wanted.channelId !== undefined)
    throw badRequest('Cannot change message content while changing channel')
  const topic = wanted.topic === undefined ? undefined : checkNewTopic(wanted.topic)
  if (content !== undefined && message.submessages !== null) throw badRequest('Widgets cannot be edited.')
  if (contentSha256 !== undefined && contentSha256.toLowerCase() !== sha256(message.content))
    throw mismatch('prev_content_sha256')
  const edit = {
    ...wanted,
    topic: topic === message.topic ? undefined : topic,
    channelId: wanted.channelId === message.channel_id ? undefined : wanted.channelId,
  }
  if (edit.content === undefined && edit.topic === undefined && edit.channelId === undefined)
    throw badRequest('Nothing to change')
  return edit
}

function checkNewTopic(text: string): string {
  const topic = checkTopic(text)
  const isResolvedEmpty =
    topic === RESOLVED_PREFIX.trim() ||
    (topic.startsWith(RESOLVED_PREFIX) && namedTopicKey(topic.slice(RESOLVED_PREFIX.length).trim()) === '')
  if (isResolvedEmpty) throw badRequest('General chat cannot be marked as resolved')
  return topic
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
