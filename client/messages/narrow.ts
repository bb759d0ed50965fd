import { foldCase } from '../../api/fold-case.ts'
import type { FetchedMessage } from '../../api/objects/message.ts'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { placeKey, placeOf } from '../model/place.ts'

export type Narrow = readonly NarrowTerm[]

export const term = (operator: string, operand: NarrowTerm['operand']): NarrowTerm => ({
  operator,
  operand,
  negated: false,
})

/** The same text for the same narrow. */
export const narrowKey = (narrow: Narrow): string =>
  narrow
    .map(({ operator, operand, negated }) => {
      const text = typeof operand === 'string' ? foldCase(operand) : JSON.stringify(operand)
      return `${negated ? '-' : ''}${operator}:${text}`
    })
    .join(' ')

const MENTIONS = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'] as const

/** Reactions change what belongs into it. */
export const dependsOnReactions = (narrow: Narrow): boolean =>
  narrow.some(({ operator, operand }) => operator === 'has' && operand === 'reaction')

/** The person for whom a narrow is decided. */
export interface Reader {
  ownId(): number
  isMuted(streamId: number, topic: string): boolean
}

/** What a client cannot know from a message alone is null: the server has to be asked. */
function matchesTerm(message: FetchedMessage, { operator, operand }: NarrowTerm, reader: Reader): boolean | null {
  const ownId = reader.ownId()
  const { flags, stream_id, subject, sender_id } = message
  switch (operator) {
    case 'channel':
      return typeof operand === 'number' ? stream_id === operand : null
    case 'topic':
      return stream_id !== undefined && foldCase(subject) === foldCase(String(operand))
    case 'dm': {
      if (!Array.isArray(operand)) return null
      const others = operand.filter((id) => id !== ownId).sort((a, b) => a - b)
      return stream_id === undefined && placeKey(placeOf(message, ownId)) === placeKey({ kind: 'direct', others })
    }
    case 'in':
      if (operand === 'all') return true
      return operand === 'home' ? stream_id === undefined || !reader.isMuted(stream_id, subject) : null
    case 'sender':
      return typeof operand === 'number' ? sender_id === operand : null
    case 'has':
      return operand === 'reaction' ? message.reactions.length > 0 : null
    case 'is':
      if (operand === 'dm') return stream_id === undefined
      if (operand === 'starred') return flags.includes('starred')
      if (operand === 'mentioned') return MENTIONS.some((flag) => flags.includes(flag))
      return null
    default:
      return null
  }
}

export function matches(message: FetchedMessage, narrow: Narrow, reader: Reader): boolean | null {
  let isSure = true
  for (const one of narrow) {
    const isMatch = matchesTerm(message, one, reader)
    if (isMatch === null) isSure = false
    else if (isMatch === one.negated) return false
  }
  return isSure ? true : null
}
