import { badRequest, invalidTopicCharacter } from '../../api/errors.ts'
import { truncateContent, truncateTopic } from '../../markdown/limits.ts'
import { ownText } from '../base/own-text.ts'
import { positionOfInvisible } from '../channels/channel-name.ts'
import { namedTopicKey } from '../realm-state/topic-name.ts'

export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_TOPIC_LENGTH = 60

/** The content as it is stored: trimmed where nobody sees it, cut at the limit, which counts code points. */
export function checkContent(text: string): string {
  const content = ownText(text.trimEnd().replace(/^\n+/, ''), text)
  if (content === '') throw badRequest('Message must not be empty')
  return checkLength(content)
}

/** Every text that is rendered has the same limit. */
export const checkLength = (text: string): string => truncateContent(text, MAX_MESSAGE_LENGTH)

const NO_TOPIC = '(no topic)'

/** The topic as it is stored. The names that older clients use for "no topic" mean the empty one. */
export function checkTopic(text: string): string {
  const topic = text.trim()
  const key = namedTopicKey(topic)
  if (key === '' || key === NO_TOPIC) return ''
  const position = positionOfInvisible(topic)
  if (position > 0) throw invalidTopicCharacter(position)
  return truncateTopic(topic, MAX_TOPIC_LENGTH)
}
