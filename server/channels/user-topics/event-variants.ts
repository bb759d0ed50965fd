import type { EventOf } from '../../../api/events/index.ts'
import { variantsOf } from '../../kernel/events/event-variants.ts'
import type { QueueSpec } from '../../kernel/events/queue-spec.ts'
import { shownTopic } from '../../kernel/realm-state/topic-name.ts'
import { shownMutedTopics } from './user-topic-lists.ts'

const keepsEmpty = ({ capabilities }: QueueSpec): boolean => capabilities.empty_topic_name ?? false

const userTopic = variantsOf<Omit<EventOf<'user_topic'>, 'id'>>('user_topic', {
  variantFor: (_, { spec }) => String(keepsEmpty(spec)),
  eventsFor: (event, { spec }) => [{ ...event, topic_name: shownTopic(event.topic_name, keepsEmpty(spec)) }],
})

/** Clients that ask for the new form by its name do not get the old one. */
const isReplaced = ({ eventTypes }: QueueSpec): boolean => eventTypes?.includes('user_topic') ?? false

/** The muted topics of each person, by user id. */
export interface MutedTopicsBackground {
  readonly lists?: Readonly<Record<string, (string | number)[][]>>
}

const mutedTopics = variantsOf<Omit<EventOf<'muted_topics'>, 'id'>, MutedTopicsBackground>('muted_topics', {
  variantFor: (_, { spec }) => (isReplaced(spec) ? 'replaced' : null),
  eventsFor: (event, { spec, userId }, { lists }) =>
    isReplaced(spec)
      ? []
      : [{ ...event, muted_topics: shownMutedTopics(lists?.[userId] ?? event.muted_topics, keepsEmpty(spec)) }],
})

export const userTopicVariants = [userTopic, mutedTopics]
