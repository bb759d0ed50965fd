import type { EventOf } from '../../api/events/index.ts'
import { foldCase } from '../../api/fold-case.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

type Topics = NonNullable<RegisterState['user_topics']>

const inOrder = (a: Topics[number], b: Topics[number]): number =>
  a.stream_id - b.stream_id || (a.topic_name < b.topic_name ? -1 : a.topic_name > b.topic_name ? 1 : 0)

/** Policy 0 means that the person has no policy of their own for the topic. */
function applyUserTopicEvent(state: RegisterState, event: EventOf<'user_topic'>): RegisterState {
  const { user_topics: topics } = state
  if (!topics) return state
  const { stream_id, topic_name, last_updated, visibility_policy } = event
  const others = topics.filter(
    (one) => one.stream_id !== stream_id || foldCase(one.topic_name) !== foldCase(topic_name),
  )
  const user_topics =
    visibility_policy === 0
      ? others
      : [...others, { stream_id, topic_name, last_updated, visibility_policy }].sort(inOrder)
  return { ...state, user_topics }
}

export const userTopics = reducer('user_topic', applyUserTopicEvent)
