import { foldCase } from '../../api/fold-case.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'

/** Builds an index of a list once. Lists of the state are replaced, never changed, so the index stays right. */
function indexed<T extends object, I>(build: (list: T) => I): (list: T) => I {
  const indexes = new WeakMap<T, I>()
  return (list) => {
    const known = indexes.get(list)
    if (known !== undefined) return known
    const index = build(list)
    indexes.set(list, index)
    return index
  }
}

const byId = <T extends { stream_id: number }>(list: readonly T[]): ReadonlyMap<number, T> =>
  new Map(list.map((channel) => [channel.stream_id, channel]))

type Subscriptions = NonNullable<RegisterState['subscriptions']>
type UserTopics = NonNullable<RegisterState['user_topics']>

const subscriptionIndex = indexed<Subscriptions, ReadonlyMap<number, Subscriptions[number]>>(byId)
const policyIndex = indexed(
  (topics: UserTopics): ReadonlyMap<string, number> =>
    new Map(topics.map((one) => [topicKey(one.stream_id, one.topic_name), one.visibility_policy])),
)

const NO_SUBSCRIPTIONS: Subscriptions = []
const NO_TOPICS: UserTopics = []

/** The same for all spellings of a topic. */
export const topicKey = (streamId: number, topic: string): string => `${streamId}:${foldCase(topic)}`

export const subscriptionOf = (state: RegisterState, streamId: number): Subscriptions[number] | undefined =>
  subscriptionIndex(state.subscriptions ?? NO_SUBSCRIPTIONS).get(streamId)

/** Values of `visibility_policy`. Zero: the person has none of their own. */
export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

export const policyOf = (state: RegisterState, streamId: number, topic: string): number =>
  policyIndex(state.user_topics ?? NO_TOPICS).get(topicKey(streamId, topic)) ?? POLICY.none

/** True if the channel or topic is muted. These messages are unread but not counted. */
export function isMuted(state: RegisterState, streamId: number, topic: string): boolean {
  const policy = policyOf(state, streamId, topic)
  return policy === POLICY.none ? (subscriptionOf(state, streamId)?.is_muted ?? false) : policy === POLICY.muted
}
