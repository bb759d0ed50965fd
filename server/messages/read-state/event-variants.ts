import type { EventOf } from '../../../api/events/index.ts'
import { variantsOf } from '../../kernel/events/event-variants.ts'
import { shownTopic } from '../../kernel/realm-state/topic-name.ts'

type FlagsRemoved = Omit<Extract<EventOf<'update_message_flags'>, { op: 'remove' }>, 'id'>

/** Clients that do not support empty topics get the display name. */
const markedUnread = variantsOf<FlagsRemoved>('update_message_flags/remove', {
  variantFor: (_, { spec }) => (spec.capabilities.empty_topic_name ? 'empty topic' : 'named topic'),
  eventsFor: (event, { spec }) => [spec.capabilities.empty_topic_name ? event : withTopicNames(event)],
})

function withTopicNames(event: FlagsRemoved): FlagsRemoved {
  if (!event.message_details) return event
  const details = Object.entries(event.message_details).map(([id, detail]) => [
    id,
    detail.topic === undefined ? detail : { ...detail, topic: shownTopic(detail.topic, false) },
  ])
  return { ...event, message_details: Object.fromEntries(details) }
}

export const readStateVariants = [markedUnread]
