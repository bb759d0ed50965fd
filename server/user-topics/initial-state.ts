import type { StateSlice } from '../register/snapshot.ts'
import { mutedTopicsOf, topicsOf } from './queries.ts'
import { presentMutedTopics, presentUserTopics, shownMutedTopics } from './user-topic-lists.ts'

export const userTopicsState: StateSlice = {
  types: ['user_topic'],
  take: ({ realm, user, spec }) => {
    const archived = new Set([...realm.channels.values()].filter(({ isArchived }) => isArchived).map(({ id }) => id))
    return async (db) => {
      const rows = await topicsOf(db, realm.id, user.id)
      const shown = rows.filter((row) => !archived.has(row.channel_id))
      return { user_topics: presentUserTopics(shown, spec.capabilities.empty_topic_name ?? false) }
    }
  },
}

export const mutedTopicsState: StateSlice = {
  types: ['muted_topics'],
  take:
    ({ realm, user, spec }) =>
    async (db) => {
      const rows = await mutedTopicsOf(db, realm.id, user.id)
      const topics = presentMutedTopics(realm, user, rows)
      return { muted_topics: shownMutedTopics(topics, spec.capabilities.empty_topic_name ?? false) }
    },
}
