import { foldCase } from '../../api/fold-case.ts'

/** What the empty topic is called for clients that do not know it can be empty. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

/** Of topics that are settled. */
export const RESOLVED_PREFIX = '✔ '

export const shownTopic = (topic: string, keepsEmpty: boolean): string =>
  topic === '' && !keepsEmpty ? EMPTY_TOPIC_DISPLAY_NAME : topic

/** Topics match whatever their case. */
export const topicKey = (topic: string): string => foldCase(topic)

/** The same of a topic that a client names: it may know the empty one by its display name only. */
export function namedTopicKey(name: string): string {
  const key = topicKey(name)
  return key === EMPTY_TOPIC_DISPLAY_NAME ? '' : key
}
