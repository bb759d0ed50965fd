import { hasMetadataAccess } from '../../kernel/access/channel-access.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { shownTopic } from '../../kernel/realm-state/topic-name.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { UserTopicRow } from './queries.ts'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** As register lists them: in a fixed order, so that clients can keep the list up to date. */
export const presentUserTopics = (realm: RealmState, rows: readonly UserTopicRow[], keepsEmpty: boolean) =>
  rows
    .filter((row) => realm.channels.get(row.channel_id)?.isArchived === false)
    .map((row) => ({
      stream_id: row.channel_id,
      topic_name: shownTopic(row.name, keepsEmpty),
      last_updated: row.updated_at,
      visibility_policy: row.policy,
    }))
    .sort((a, b) => a.stream_id - b.stream_id || compare(a.topic_name, b.topic_name))

/** The old form. It has names of channels, so it leaves out those that the person may not know of. */
export function presentMutedTopics(
  realm: RealmState,
  user: User,
  rows: readonly UserTopicRow[],
): (string | number)[][] {
  return rows
    .flatMap((row): [string, string, number][] => {
      const channel = realm.channels.get(row.channel_id)
      const isShown = channel && !channel.isArchived && hasMetadataAccess(realm, user, channel)
      return isShown ? [[channel.name, row.name, row.updated_at]] : []
    })
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
}

/** The empty topic has another name for clients that do not know it. */
export const shownMutedTopics = (topics: readonly (string | number)[][], keepsEmpty: boolean): (string | number)[][] =>
  topics.map(([channel = '', topic = '', at = 0]) => [channel, shownTopic(String(topic), keepsEmpty), at])
