import * as z from 'zod'
import { sentence } from './issue.ts'

/** A term of a narrow, whichever of the two forms it came in. What its operator means is the server's business. */
export const NarrowTerm = z.strictObject({
  operator: z.string(),
  operand: z.union([z.string(), z.int(), z.array(z.int())]),
  negated: z.boolean(),
})
export type NarrowTerm = z.infer<typeof NarrowTerm>

const ID_OPERATORS = new Set([
  'channel',
  'stream',
  'id',
  'sender',
  'group-pm-with',
  'group_pm_with',
  'dm-including',
  'mentions',
  'with',
])
const ID_LIST_OPERATORS = new Set(['dm', 'pm-with', 'pm_with'])

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

/** The contract's text about a wrong operand. */
function checkOperand(operator: string, operand: unknown): string | null {
  if (operator === 'search' && typeof operand === 'string' && operand.trim() === '') return 'operand cannot be blank.'
  if (typeof operand === 'string') return null
  if (ID_OPERATORS.has(operator)) return isInteger(operand) ? null : 'operand is not a string or integer'
  if (ID_LIST_OPERATORS.has(operator)) {
    return Array.isArray(operand) && operand.every(isInteger) ? null : 'operand is not a string or an integer list'
  }
  return 'operand is not a string'
}

function parseTerm(term: unknown, index: number): NarrowTerm | string {
  const invalid = (problem: string) => `Invalid narrow[${index}]: Value error, ${problem}`
  if (Array.isArray(term)) {
    const [operator, operand] = term as unknown[]
    if (term.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
      return invalid('element is not a string pair')
    }
    return checkOperand(operator, operand) ?? { operator, operand, negated: false }
  }
  if (typeof term !== 'object' || term === null) return invalid('dict or list required')
  const { operator, operand, negated = false } = term as Record<string, unknown>
  if (operand === undefined || operand === null) return invalid('operand is missing')
  if (operator === undefined || operator === null) return invalid('operator is missing')
  if (typeof operator !== 'string') return `narrow[${index}]["operator"] is not a string`
  if (typeof negated !== 'boolean') return `narrow[${index}]["negated"] is not a boolean`
  return checkOperand(operator, operand) ?? { operator, operand: operand as NarrowTerm['operand'], negated }
}

/** Documentation only: the texts of the contract for a wrong shape are not what a schema would say. */
const AnyTerm = z.unknown().meta({
  anyOf: [
    {
      type: 'object',
      properties: {
        operator: {
          type: 'string',
          description: 'What to look at: `channel`, `topic`, `sender`, `dm`, `is`, `has`, `search` and more.',
        },
        operand: {
          anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'integer' } }],
          description: 'What it must be: a text, an id, or ids for `dm`.',
        },
        negated: { type: 'boolean', default: false, description: 'Find messages that do not match the term.' },
      },
      required: ['operator', 'operand'],
    },
    { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
  ],
})

/** Absent, null and `[]` all mean: everything the caller received. */
export const Narrow = z.codec(z.array(AnyTerm).nullable(), z.array(NarrowTerm), {
  decode: (terms, context) => {
    const parsed: NarrowTerm[] = []
    for (const [index, term] of (terms ?? []).entries()) {
      const result = parseTerm(term, index)
      if (typeof result === 'string') {
        context.issues.push(sentence(result, term))
        return z.NEVER
      }
      parsed.push(result)
    }
    return parsed
  },
  encode: (terms) => terms,
})

export const EventNarrowTerm = z.strictObject({ operator: z.string(), operand: z.string() })
export type EventNarrowTerm = z.infer<typeof EventNarrowTerm>

export const EVENT_OPERATORS: ReadonlySet<string> = new Set(['channel', 'stream', 'topic', 'sender', 'is'])

/** A queue keeps them as long as it lives, for each message that comes. No name or address is nearly as long. */
const EventPairs = z.array(z.array(z.string().max(300)).min(2).max(2)).max(30)

/** The filter of an event queue: string pairs only, few operators. */
export const EventNarrow = z.codec(EventPairs.nullable(), z.array(EventNarrowTerm), {
  decode: (pairs, context) => {
    const terms = (pairs ?? []).map(([operator = '', operand = '']) => ({ operator, operand }))
    for (const { operator, operand } of terms) {
      if (!EVENT_OPERATORS.has(operator)) {
        context.issues.push(sentence(`Operator ${operator} not supported.`, pairs))
        return z.NEVER
      }
      if (operator === 'is' && operand === 'followed') {
        context.issues.push(sentence('Operand followed not supported.', pairs))
        return z.NEVER
      }
    }
    return terms
  },
  encode: (terms) => terms.map(({ operator, operand }) => [operator, operand]),
})
