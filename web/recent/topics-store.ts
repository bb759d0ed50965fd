import { signal } from '@preact/signals'
import { isResolved } from '../channels/store.ts'
import type { Topic } from '../channels/topics.ts'
import { isFollowed } from '../conversations/topic-policy.ts'
import { remembered } from '../kernel/remembered.ts'

export const TOPIC_FILTERS = ['all', 'open', 'resolved', 'followed'] as const
export type TopicFilter = (typeof TOPIC_FILTERS)[number]

export const topicFilter = signal<TopicFilter>('all')

/** The row that the keys begin with, and the only tab stop. */
export const currentTopic = signal<string | null>(null)

export function isTopicShown(channelId: number, { name }: Topic, wanted: TopicFilter): boolean {
  switch (wanted) {
    case 'all':
      return true
    case 'open':
      return !isResolved(name)
    case 'resolved':
      return isResolved(name)
    case 'followed':
      return isFollowed({ kind: 'channel', streamId: channelId, topic: name })
  }
}

const explained = remembered('topics-explained', false)

/** The person has not been told yet what topics are. */
export const isNew = (): boolean => !explained.value.value
export const dismissExplanation = (): void => explained.set(true)
