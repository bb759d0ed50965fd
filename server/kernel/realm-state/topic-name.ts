import { foldCase } from '../../../api/fold-case.ts'

/** The name of the empty topic for clients that do not support empty topics. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

/** The prefix of resolved topics. */
export const RESOLVED_PREFIX = '✔ '

export const shownTopic = (topic: string, keepsEmpty: boolean): string =>
  topic === '' && !keepsEmpty ? EMPTY_TOPIC_DISPLAY_NAME : topic

/** Topics match regardless of case. */
export const topicKey = (topic: string): string => foldCase(topic)

/** What older clients call the empty topic. */
const EMPTY_TOPIC_NAMES = [EMPTY_TOPIC_DISPLAY_NAME, '(no topic)']

/** The key of a topic that a client names. */
export function namedTopicKey(name: string): string {
  const key = topicKey(name)
  return EMPTY_TOPIC_NAMES.includes(key) ? '' : key
}
