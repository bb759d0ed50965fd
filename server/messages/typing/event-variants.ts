import type { EventOf } from '../../../api/events/index.ts'
import { type EventVariants, variantsOf } from '../../kernel/events/event-variants.ts'
import { shownTopic } from '../../kernel/realm-state/topic-name.ts'

type TypingEvent = Omit<EventOf<'typing'>, 'id'>

/**
 * Typing in channels is only for clients that support it. Clients that do not support empty topics get the display
 * name.
 */
const typing: EventVariants<TypingEvent> = {
  variantFor: ({ message_type: type }, { spec: { capabilities } }) =>
    type === 'direct' ? 'direct' : `${capabilities.stream_typing_notifications} ${capabilities.empty_topic_name}`,
  eventsFor(event, { spec: { capabilities } }) {
    if (event.topic === undefined) return [event]
    if (!capabilities.stream_typing_notifications) return []
    return [{ ...event, topic: shownTopic(event.topic, capabilities.empty_topic_name ?? false) }]
  },
}

type TypingInEditEvent = Omit<EventOf<'typing_edit_message'>, 'id'>

/** For all clients: those that do not support typing in channels ignore the type. */
const editing: EventVariants<TypingInEditEvent> = {
  variantFor: ({ recipient: { type } }, { spec: { capabilities } }) =>
    type === 'direct' ? 'direct' : `${capabilities.empty_topic_name}`,
  eventsFor(event, { spec: { capabilities } }) {
    const { topic } = event.recipient
    if (topic === undefined) return [event]
    const shown = shownTopic(topic, capabilities.empty_topic_name ?? false)
    return [{ ...event, recipient: { ...event.recipient, topic: shown } }]
  },
}

export const typingVariants = [
  variantsOf('typing/start', typing),
  variantsOf('typing/stop', typing),
  variantsOf('typing_edit_message/start', editing),
  variantsOf('typing_edit_message/stop', editing),
]
