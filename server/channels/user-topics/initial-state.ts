import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { selectMutedTopics, selectTopics, type UserTopicRow } from './queries.ts'
import { presentMutedTopics, presentUserTopics, shownMutedTopics } from './user-topic-lists.ts'

export const userTopicsState: StateSlice = {
  types: ['user_topic'],
  take: ({ realm, user, spec }) =>
    wantRows<UserTopicRow>(
      (db) => selectTopics(db, realm.id, user.id),
      (rows) => ({ user_topics: presentUserTopics(realm, rows, spec.capabilities.empty_topic_name ?? false) }),
    ),
}

export const mutedTopicsState: StateSlice = {
  types: ['muted_topics'],
  take: ({ realm, user, spec }) =>
    wantRows<UserTopicRow>(
      (db) => selectMutedTopics(db, realm.id, user.id),
      (rows) => {
        const topics = presentMutedTopics(realm, user, rows)
        return { muted_topics: shownMutedTopics(topics, spec.capabilities.empty_topic_name ?? false) }
      },
    ),
}
