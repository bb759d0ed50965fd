import { checkTopic } from '../../kernel/texts/message-text.ts'
import type { topicsPolicyOf } from '../../messages/sending/access.ts'
import { topicName } from '../integrations/text.ts'

/** "Re:" and its like, in the languages of common mail programs, also as "Re[2]:". */
const PREFIX = /^(?:re|fwd?|aw|antw|wg|sv|vs|rif|tr|odp)(?:\[\d{1,3}\])?\s*:\s*/i
const FORWARDED = /^\s*(?:fwd?|wg)\s*:/i

/** Mail without a subject gets it, where every topic needs a name. */
const NO_SUBJECT = 'no subject'

/** The subject without the signs of answers. */
export function cleanSubject(subject: string): string {
  let left = topicName(subject)
  for (let next = left.replace(PREFIX, ''); next !== left; next = left.replace(PREFIX, '')) left = next
  return left
}

export const isForwarded = (subject: string): boolean => FORWARDED.test(subject)

/** The topic of a mail, and the subject if it is not the topic and must be told. */
export function chooseTopic(
  subject: string,
  policy: ReturnType<typeof topicsPolicyOf>,
): { topic: string; untold: string } {
  const cleaned = cleanSubject(subject)
  if (policy === 'empty_topic_only') return { topic: '', untold: cleaned }
  const topic = checkTopic(cleaned)
  return { topic: topic === '' && policy === 'disable_empty_topic' ? NO_SUBJECT : topic, untold: '' }
}
