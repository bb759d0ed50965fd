import type { EventNarrowTerm } from '../../api/objects/narrow.ts'
import { foldCase } from '../fold-case.ts'
import type { LoggedMessage } from '../log/log-row.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from './message-variant.ts'

const RESOLVED_PREFIX = '✔ '

/** Does a message pass the narrow of a queue? Names and emails only, whatever their case. */
export const passesNarrow = (
  narrow: readonly EventNarrowTerm[],
  message: LoggedMessage,
  flags: readonly string[],
): boolean => narrow.every((term) => passes(term, message, flags))

function passes({ operator, operand }: EventNarrowTerm, message: LoggedMessage, flags: readonly string[]): boolean {
  const wanted = foldCase(operand)
  switch (operator) {
    case 'channel':
    case 'stream':
      return message.channelName !== undefined && foldCase(message.channelName) === wanted
    case 'topic':
      return (
        message.channelId !== undefined &&
        foldCase(message.topic) === (wanted === EMPTY_TOPIC_DISPLAY_NAME ? '' : wanted)
      )
    case 'sender':
      return foldCase(message.senderEmail) === wanted
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
