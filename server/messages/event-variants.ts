import type { EventOf } from '../../api/events/index.ts'
import { variantsOf } from '../kernel/events/event-variants.ts'
import { shownTopic } from '../kernel/realm-state/topic-name.ts'

type MessageUpdate = Omit<EventOf<'update_message'>, 'id'>
type MessageDeletion = Omit<EventOf<'delete_message'>, 'id'>

/** The empty topic has its display name for clients that do not know that it can be empty. */
const updated = variantsOf<MessageUpdate>('update_message', {
  variantFor: (_, { spec }) => (spec.capabilities.empty_topic_name ? 'empty topic' : 'named topic'),
  eventsFor: (event, { spec }) => [spec.capabilities.empty_topic_name ? event : withTopicNames(event)],
})

const withTopicNames = (event: MessageUpdate): MessageUpdate => ({
  ...event,
  ...(event.subject === undefined ? {} : { subject: shownTopic(event.subject, false) }),
  ...(event.orig_subject === undefined ? {} : { orig_subject: shownTopic(event.orig_subject, false) }),
})

/** Clients without the capability get an event for each message. */
const deleted = variantsOf<MessageDeletion>('delete_message', {
  variantFor: (_, { spec }) =>
    `${spec.capabilities.bulk_message_deletion ?? false} ${spec.capabilities.empty_topic_name ?? false}`,
  eventsFor({ message_ids: ids = [], ...event }, { spec }) {
    const keepsEmpty = spec.capabilities.empty_topic_name ?? false
    const topic = event.topic === undefined ? {} : { topic: shownTopic(event.topic, keepsEmpty) }
    const shown = { ...event, ...topic }
    if (spec.capabilities.bulk_message_deletion) return [{ ...shown, message_ids: ids }]
    return ids.map((id) => ({ ...shown, message_id: id }))
  },
  mostEvents: ({ message_ids: ids = [] }) => ids.length,
})

export const messageVariants = [updated, deleted]
