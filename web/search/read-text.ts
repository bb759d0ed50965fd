import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { foldName } from '../kernel/fold-name.ts'
import { messageIdIn } from '../kernel/narrow-terms.ts'
import type { SearchKnowledge } from './known.ts'
import { fixedOperands, kindOf, operatorNamed } from './operators.ts'

/** The id of the person with this name or email address. Nobody is found by a name that two people have. */
function personNamed(text: string, known: SearchKnowledge): number | undefined {
  if (text === 'me') return known.ownId
  const folded = foldName(text)
  const found = known.people.filter((one) => one.folded === folded || one.emails.includes(folded))
  return found.length === 1 ? found[0]?.id : undefined
}

const channelNamed = (text: string, known: SearchKnowledge): number | undefined =>
  known.channels.find(({ folded }) => folded === foldName(text.replace(/^#/, '')))?.id

/** What the text stands for. Undefined if this browser does not know: then the server is asked with the text itself. */
function operandNamed(operator: string, text: string, known: SearchKnowledge): NarrowTerm['operand'] | undefined {
  switch (kindOf(operator)) {
    case 'channel':
      return channelNamed(text, known)
    case 'person':
      return personNamed(text, known)
    case 'people': {
      const ids = text.split(',').map((one) => personNamed(one.trim(), known))
      return ids.every((id) => id !== undefined) ? ids : undefined
    }
    case 'message':
      return messageIdIn(text)
    case 'topic':
      return known.topics.find(({ folded }) => folded === foldName(text))?.name
    case 'fixed':
      return fixedOperands(operator).includes(text) ? text : undefined
    default:
      return text
  }
}

/** A filter as it was typed. What is not known is left to the server, which says why it is wrong. */
export const toFilter = (operator: string, text: string, negated: boolean, known: SearchKnowledge): NarrowTerm => ({
  operator,
  negated,
  operand: operandNamed(operator, text, known) ?? text,
})

export interface SearchText {
  readonly terms: readonly NarrowTerm[]
  /** What is no filter. */
  readonly words: string
}

/** An operator at the beginning or after a space. The operand may stand in quotes. */
const OPERATOR = /(^|\s)(-?)([a-z_-]+):(?:"([^"]*)"|(?=(\S*)))/giu

interface OperatorMatch {
  readonly at: number
  /** Where the operand begins and, if it is quoted, ends. */
  readonly from: number
  readonly quoted: string | undefined
  readonly operator: string
  readonly negated: boolean
}

/** The operators in a text, in its order. */
export function operatorsIn(text: string): OperatorMatch[] {
  return [...text.matchAll(OPERATOR)].flatMap((match) => {
    const operator = operatorNamed((match[3] ?? '').toLowerCase())
    if (operator === undefined) return []
    const at = match.index + (match[1]?.length ?? 0)
    return [{ at, from: match.index + match[0].length, quoted: match[4], operator, negated: match[2] === '-' }]
  })
}

/** Names may have several words: the most that name something belong to the operand. */
function operandLength(operator: string, text: string, known: SearchKnowledge): number {
  const first = /^\S*/.exec(text)?.[0].length ?? 0
  if (['fixed', 'message', 'words'].includes(kindOf(operator))) return first
  const ends = [...text.matchAll(/(?=\s|$)/g)].map(({ index }) => index).filter((end) => end >= first)
  return ends.findLast((end) => operandNamed(operator, text.slice(0, end), known) !== undefined) ?? first
}

/** Reads filters and words from what was typed. */
export function readText(text: string, known: SearchKnowledge): SearchText {
  const found = operatorsIn(text)
  const terms: NarrowTerm[] = []
  const words: string[] = [text.slice(0, found[0]?.at)]
  for (const [index, { operator, negated, quoted, from }] of found.entries()) {
    const rest = text.slice(from, found[index + 1]?.at)
    const length = quoted === undefined ? operandLength(operator, rest, known) : 0
    const operand = quoted ?? rest.slice(0, length)
    // An operator alone finds nothing yet. A topic may have no name.
    const isEmpty = operand === '' && !(operator === 'topic' && quoted !== undefined)
    if (operator === 'search') words.push(operand)
    else if (!isEmpty) terms.push(toFilter(operator, operand.trim(), negated, known))
    words.push(rest.slice(length))
  }
  return {
    terms,
    words: words
      .map((one) => one.trim())
      .filter(Boolean)
      .join(' '),
  }
}
