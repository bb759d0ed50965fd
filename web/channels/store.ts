import { computed } from '@preact/signals'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { policyOf } from '../../client/model/indexed.ts'
import { state } from '../kernel/state.ts'
import type { IconName } from '../ui/icon-drawing.ts'

type Subscription = NonNullable<RegisterState['subscriptions']>[number]
type NeverSubscribed = NonNullable<RegisterState['never_subscribed']>[number]

/** What is known of a channel, subscribed or not. */
export type Channel = Omit<NeverSubscribed, 'subscribers'> & Partial<Subscription> & { readonly isSubscribed: boolean }

const subscribed = computed(() => state.value?.subscriptions)
const unsubscribed = computed(() => state.value?.unsubscribed)
const never = computed(() => state.value?.never_subscribed)

export const channels = computed((): ReadonlyMap<number, Channel> => {
  const all: Channel[] = [
    ...(never.value ?? []).map((one) => ({ ...one, isSubscribed: false })),
    ...(unsubscribed.value ?? []).map((one) => ({ ...one, isSubscribed: false })),
    ...(subscribed.value ?? []).map((one) => ({ ...one, isSubscribed: true })),
  ]
  return new Map(all.map((one) => [one.stream_id, one]))
})

export const channel = (id: number): Channel | undefined => channels.value.get(id)
export const channelName = (id: number): string | undefined => channel(id)?.name

const byName = (a: Channel, b: Channel): number => a.name.localeCompare(b.name)

/** The channels of the person that are not archived, by name. */
export const ownChannels = computed(() =>
  [...channels.value.values()].filter((one) => one.isSubscribed && !one.is_archived).sort(byName),
)

export const folders = computed(() =>
  [...(state.value?.channel_folders ?? [])].filter((one) => !one.is_archived).sort((a, b) => a.order - b.order),
)

const userTopics = computed(() => state.value?.user_topics)

/** The policy of the person for a topic: POLICY of client/model/indexed.ts. */
export function topicPolicy(channelId: number, topic: string): number {
  // Messages read it: nothing else of the state draws them anew.
  userTopics.value
  const register = state.peek()
  return register ? policyOf(register, channelId, topic) : 0
}

const RESOLVED = '✔ '
export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED)
/** The topic without the mark that it is resolved. */
export const plainTopic = (topic: string): string => topic.replace(/^✔ [✔ ]*/u, '')
export const resolvedTopic = (topic: string): string => RESOLVED + plainTopic(topic)

const emptyTopicName = computed(() => state.value?.realm_empty_topic_display_name ?? 'general chat')

/** What people see of a topic: the empty one has a name of its own. */
export const shownTopic = (topic: string): string => plainTopic(topic) || emptyTopicName.value

export const glyphOf = (one: Channel | undefined): IconName => {
  if (one?.is_web_public) return 'globe'
  return one?.invite_only ? 'lock' : 'hash'
}
