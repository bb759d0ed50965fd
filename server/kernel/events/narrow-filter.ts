import { foldCase } from '../../../api/fold-case.ts'
import type { EventNarrowTerm } from '../../../api/objects/narrow.ts'
import type { LoggedMessage } from '../log/log-row.ts'
import { namedTopicKey, RESOLVED_PREFIX, topicKey } from '../realm-state/topic-name.ts'

/** True if a message passes the narrow of a queue. Compares names and email addresses, ignoring case. */
export const passesNarrow = (
  narrow: readonly EventNarrowTerm[],
  message: LoggedMessage,
  flags: readonly string[],
): boolean => narrow.every((term) => passes(term, message, flags))

function passes({ operator, operand }: EventNarrowTerm, message: LoggedMessage, flags: readonly string[]): boolean {
  switch (operator) {
    case 'channel':
    case 'stream':
      return message.channelName !== undefined && foldCase(message.channelName) === foldCase(operand)
    case 'topic':
      return message.channelId !== undefined && topicKey(message.topic) === namedTopicKey(operand)
    case 'sender':
      return foldCase(message.senderEmail) === foldCase(operand)
    default:
      return passesIs(operand, message, flags)
  }
}

function passesIs(operand: string, message: LoggedMessage, flags: readonly string[]): boolean {
  switch (operand) {
    case 'dm':
    case 'private':
      return message.channelId === undefined
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    case 'alerted':
    case 'mentioned':
      return flags.includes('mentioned')
    case 'resolved':
      return message.topic.startsWith(RESOLVED_PREFIX)
    default:
      return true
  }
}
