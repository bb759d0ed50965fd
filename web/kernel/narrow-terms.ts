import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { decodeOperand, encodeOperand } from '../../markdown/narrow-link.ts'

/** The names that an address shows beside ids. */
export interface Names {
  channel(id: number): string | undefined
  person(id: number): string | undefined
}

/** `7-infra` and `7` are the same channel. */
export const idIn = (operand: string): number | undefined => {
  const id = /^(\d+)(?:-|$)/.exec(operand)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** `3,4-group`, `3-Ann` and `3` name people. */
export function idsIn(operand: string): number[] | undefined {
  const ids = /^(\d+(?:,\d+)*)(?:-|$)/.exec(operand)?.[1]
  return ids?.split(',').map(Number)
}

export const messageIdIn = (operand: string): number | undefined =>
  /^\d{1,15}$/.test(operand) ? Number(operand) : undefined

/** A term as the address has it, with the present name of its operator. */
export interface RawTerm {
  readonly operator: string
  readonly negated: boolean
  readonly operand: string
}

const ALIASES: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  pm_with: 'dm',
  group_pm_with: 'group-pm-with',
}

export const presentName = (operator: string): string => ALIASES[operator] ?? operator

/** A link to a topic without a name may leave out its empty part: `topic/with/12`. */
const withTopic = (parts: readonly string[]): readonly string[] =>
  parts.length % 2 === 1 && parts.at(-3) === 'topic' && parts.at(-2) === 'with'
    ? [...parts.slice(0, -2), '', ...parts.slice(-2)]
    : parts

/** Undefined if the parts of the address are no terms. */
export function rawTerms(all: readonly string[]): RawTerm[] | undefined {
  const parts = withTopic(all)
  if (parts.length === 0 || parts.length % 2 === 1) return undefined
  const terms: RawTerm[] = []
  for (let index = 0; index < parts.length; index += 2) {
    const [name = '', text = ''] = [parts[index], parts[index + 1]]
    const operand = decodeOperand(text)
    if (operand === undefined || name === '' || name === '-') return undefined
    terms.push({ operator: presentName(name.replace(/^-/, '')), negated: name.startsWith('-'), operand })
  }
  return terms
}

const PERSON = new Set(['sender', 'dm-including', 'group-pm-with', 'mentions'])
const MESSAGE = new Set(['id', 'with'])

function operandIn(operator: string, text: string): NarrowTerm['operand'] {
  if (operator === 'dm') return idsIn(text) ?? text
  if (operator === 'channel' || PERSON.has(operator)) return idIn(text) ?? text
  if (MESSAGE.has(operator)) return messageIdIn(text) ?? text
  return operator === 'is' && text === 'private' ? 'dm' : text
}

export const toTerm = ({ operator, negated, operand }: RawTerm): NarrowTerm => ({
  operator,
  negated,
  operand: operandIn(operator, operand),
})

export const named = (id: number, name: string | undefined): string =>
  name === undefined ? `${id}` : `${id}-${encodeOperand(name.replaceAll(' ', '-'))}`

/** People in an address: `3-Ann` or `3,4-group`. */
export function namedPeople(ids: readonly number[], names: Names): string {
  const [only, ...more] = ids
  return more.length > 0 ? `${ids.join()}-group` : named(only ?? 0, names.person(only ?? 0))
}

function operandText({ operator, operand }: NarrowTerm, names: Names): string {
  if (typeof operand === 'string') return encodeOperand(operand)
  if (typeof operand !== 'number') return namedPeople(operand, names)
  if (operator === 'channel') return named(operand, names.channel(operand))
  return PERSON.has(operator) ? named(operand, names.person(operand)) : `${operand}`
}

/** `-sender/3-Ann` */
export const termText = (term: NarrowTerm, names: Names): string =>
  `${term.negated ? '-' : ''}${term.operator}/${operandText(term, names)}`
