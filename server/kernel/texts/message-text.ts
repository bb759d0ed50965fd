import { badRequest, invalidTopicCharacter } from '../../../api/errors.ts'
import { truncateContent, truncateTopic } from '../../../markdown/limits.ts'
import { ownText } from '../base/own-text.ts'
import { showsNothing } from '../base/visible-text.ts'
import { namedTopicKey } from '../realm-state/topic-name.ts'
import { positionOfInvisible } from './channel-name.ts'

export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_TOPIC_LENGTH = 60

/** The content to store: without invisible blanks at its ends, and cut at the limit, which counts code points. */
export function checkContent(text: string): string {
  const content = ownText(text.trimEnd().replace(/^\n+/, ''), text)
  if (content === '') throw badRequest('Message must not be empty')
  return checkLength(content)
}

/** Every rendered text has the same limit. */
export const checkLength = (text: string): string => truncateContent(text, MAX_MESSAGE_LENGTH)

/**
 * The topic to store. Names that older clients use for "no topic" become the empty topic, and so does a name that nobody
 * can see.
 */
export function checkTopic(text: string): string {
  const topic = text.trim()
  if (namedTopicKey(topic) === '') return ''
  const position = positionOfInvisible(topic)
  if (position > 0) throw invalidTopicCharacter(position)
  if (showsNothing(topic)) return ''
  return truncateTopic(topic, MAX_TOPIC_LENGTH)
}
