import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { type Names, presentName } from '../kernel/narrow-terms.ts'
import { listOf, type TextKey, t } from '../kernel/texts.ts'

/** The operands of operators that have only a few. */
const FIXED = {
  is: ['unread', 'starred', 'mentioned', 'followed', 'resolved', 'dm', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  channels: ['public', 'web-public', 'archived'],
  in: ['home', 'all'],
} as const

/** What an operand is made of. `fixed` is one of a few words. */
export type Kind = 'fixed' | 'channel' | 'topic' | 'person' | 'people' | 'message' | 'words'

const KINDS: Readonly<Record<string, Kind>> = {
  channel: 'channel',
  topic: 'topic',
  sender: 'person',
  dm: 'people',
  'dm-including': 'person',
  mentions: 'person',
  is: 'fixed',
  has: 'fixed',
  channels: 'fixed',
  in: 'fixed',
  near: 'message',
  id: 'message',
  with: 'message',
  search: 'words',
  // The old way to say dm-including for groups. It is understood, and never suggested.
  'group-pm-with': 'person',
}

/** The operators that people see in the help, the most useful first. */
export const SUGGESTED = Object.keys(KINDS).filter((one) => one !== 'search' && one !== 'group-pm-with')

/** What people may also type. */
const TYPED_ALIASES: Readonly<Record<string, string>> = { from: 'sender' }

/** Undefined if it is no operator. */
export function operatorNamed(typed: string): string | undefined {
  const name = presentName(TYPED_ALIASES[typed] ?? typed)
  return name in KINDS ? name : undefined
}

export const kindOf = (operator: string): Kind => KINDS[operator] ?? 'words'

export const fixedOperands = (operator: string): readonly string[] =>
  operator in FIXED ? FIXED[operator as keyof typeof FIXED] : []

const UNKNOWN = '…'

function operandLabel({ operator, operand }: NarrowTerm, names: Names): string {
  if (Array.isArray(operand)) return operand.map((id) => names.person(id) ?? UNKNOWN).join(', ')
  if (typeof operand === 'string') return operand === '' ? '""' : operand
  if (kindOf(operator) === 'channel') return names.channel(operand) ?? UNKNOWN
  return kindOf(operator) === 'person' ? (names.person(operand) ?? UNKNOWN) : `${operand}`
}

/** `sender:Ann Lee`, or `-sender:Ann Lee`. */
export const labelOf = (term: NarrowTerm, names: Names): string =>
  `${term.negated ? '-' : ''}${term.operator}:${operandLabel(term, names)}`

/** The two parts of a filter, for the eye. */
export const partsOf = (term: NarrowTerm, names: Names): readonly [operator: string, operand: string] => [
  term.negated ? t('search.not', { operator: term.operator }) : `${term.operator}:`,
  operandLabel(term, names),
]

/** Says in words what an operator is for. */
export const explainOperator = (operator: string): string => t(`search.stub.${operator}` as TextKey)

function explanationOf(term: NarrowTerm, names: Names): string {
  const { operator, operand } = term
  if (kindOf(operator) !== 'fixed') {
    const name = Array.isArray(operand)
      ? listOf(operand.map((id) => names.person(id) ?? UNKNOWN))
      : operandLabel(term, names)
    return t(`search.${operator}` as TextKey, { name })
  }
  const isKnown = fixedOperands(operator).includes(String(operand))
  return isKnown ? t(`search.${operator}.${String(operand)}` as TextKey) : explainOperator(operator)
}

/** Says in words what a filter finds. */
export function explain(term: NarrowTerm, names: Names): string {
  const text = explanationOf(term, names)
  return term.negated ? t('search.except', { text }) : text
}
