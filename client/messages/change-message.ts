import type { EventOf } from '../../api/events/index.ts'
import type { FetchedMessage, MessageFlag } from '../../api/objects/message.ts'

type MessageUpdate = EventOf<'update_message'>

const RESOLVED = /^[✔ ]+/u

/** A change of the check mark alone is not a move. */
const isResolving = ({ new_stream_id, orig_subject = '', subject }: MessageUpdate): boolean =>
  new_stream_id === undefined && subject?.replace(RESOLVED, '') === orig_subject.replace(RESOLVED, '')

function edited(message: FetchedMessage, event: MessageUpdate): FetchedMessage {
  const { rendered_content, is_me_message, edit_timestamp, rendering_only, flags } = event
  if (rendered_content === undefined || event.message_id !== message.id) return message
  return {
    ...message,
    content: rendered_content,
    flags,
    ...(is_me_message === undefined ? {} : { is_me_message }),
    ...(rendering_only ? {} : { last_edit_timestamp: edit_timestamp }),
  }
}

/** The message after an edit or a move. `channelName` names a channel that it was moved to. */
export function updatedMessage(
  message: FetchedMessage,
  event: MessageUpdate,
  channelName: string | undefined,
): FetchedMessage {
  const next = edited(message, event)
  const { orig_subject, subject, new_stream_id, topic_links, edit_timestamp } = event
  if (orig_subject === undefined && new_stream_id === undefined) return next
  return {
    ...next,
    ...(subject === undefined ? {} : { subject, topic_links: topic_links ?? [] }),
    ...(new_stream_id === undefined ? {} : { stream_id: new_stream_id }),
    ...(new_stream_id === undefined || channelName === undefined ? {} : { display_recipient: channelName }),
    ...(isResolving(event) ? {} : { last_moved_timestamp: edit_timestamp }),
  }
}

export function flaggedMessage(message: FetchedMessage, flag: MessageFlag, isSet: boolean): FetchedMessage {
  if (message.flags.includes(flag) === isSet) return message
  const flags = isSet ? [...message.flags, flag] : message.flags.filter((one) => one !== flag)
  return { ...message, flags }
}

export function reactedMessage(message: FetchedMessage, event: EventOf<'reaction'>): FetchedMessage {
  const { emoji_name, emoji_code, reaction_type, user_id, op } = event
  const others = message.reactions.filter(
    (one) => one.user_id !== user_id || one.emoji_code !== emoji_code || one.reaction_type !== reaction_type,
  )
  const reactions = op === 'add' ? [...others, { emoji_name, emoji_code, reaction_type, user_id }] : others
  return { ...message, reactions }
}

export function withSubmessage(message: FetchedMessage, event: EventOf<'submessage'>): FetchedMessage {
  const { msg_type, content, message_id, sender_id, submessage_id: id } = event
  if (message.submessages.some((one) => one.id === id)) return message
  return { ...message, submessages: [...message.submessages, { msg_type, content, message_id, sender_id, id }] }
}
