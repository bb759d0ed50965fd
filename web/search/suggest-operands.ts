import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { term } from '../../client/messages/narrow.ts'
import { fitOf, foldName } from '../kernel/fold-name.ts'
import { t } from '../kernel/texts.ts'
import type { KnownTopic, SearchKnowledge } from './known.ts'
import { explain, fixedOperands, kindOf, labelOf } from './operators.ts'

/** What can be added to a search. */
export interface Suggestion {
  /** `sender:Ann Lee` */
  readonly label: string
  readonly explanation: string
  /** The filter that it adds. Null if it only completes the text: an operator, or the words themselves. */
  readonly term: NarrowTerm | null
  /** What stays in the field. */
  readonly rest: string
  /** Searches at once. */
  readonly isSearch?: true
}

const MAX_SUGGESTIONS = 8

/** A short text inside a word is rarely what is meant. */
const SHORT = 3

/** The best of the things whose folded names contain the text. Earlier ones win among equals. */
export function best<T>(all: readonly T[], nameOf: (one: T) => string, typed: string, most: number): T[] {
  const found: { readonly one: T; readonly fit: number }[] = []
  for (const one of all) {
    const fit = fitOf(nameOf(one), typed)
    if (fit !== null && (fit < 3 || typed.length > SHORT)) found.push({ one, fit })
  }
  return found
    .sort((a, b) => a.fit - b.fit)
    .slice(0, most)
    .map(({ one }) => one)
}

export interface Context {
  readonly known: SearchKnowledge
  /** The filters that the search has. */
  readonly terms: readonly NarrowTerm[]
  readonly negated: boolean
  readonly rest: string
}

const isDirect = ({ operator, operand, negated }: NarrowTerm): boolean =>
  !negated && (operator === 'dm' || operator === 'dm-including' || (operator === 'is' && operand === 'dm'))
const isOfChannel = ({ operator, negated }: NarrowTerm): boolean =>
  !negated && ['channel', 'channels', 'topic'].includes(operator)

/** Would the server refuse it beside the filters, or is it one of them? */
function isUseless(one: NarrowTerm, terms: readonly NarrowTerm[]): boolean {
  const isThere = terms.some((other) => other.operator === one.operator && `${other.operand}` === `${one.operand}`)
  return (
    isThere || terms.some((other) => (isDirect(one) && isOfChannel(other)) || (isOfChannel(one) && isDirect(other)))
  )
}

export const filter = ({ known, negated, rest, terms }: Context, one: NarrowTerm, words?: string): Suggestion[] => {
  const wanted = { ...one, negated }
  if (isUseless(wanted, terms)) return []
  const explanation =
    words === undefined ? explain(wanted, known) : negated ? t('search.except', { text: words }) : words
  return [{ label: labelOf(wanted, known), explanation, term: wanted, rest }]
}

export function topicFilters(context: Context, typed: string, most: number): Suggestion[] {
  const { known, terms } = context
  const home = terms.find(({ operator, negated }) => operator === 'channel' && !negated)?.operand
  const here = home === undefined ? known.topics : known.topics.filter(({ channelId }) => channelId === home)
  const seen = new Set<string>()
  const named = best(here, ({ folded }) => folded, typed, most * 2).filter(
    ({ folded }) => !seen.has(folded) && seen.add(folded),
  )
  const words = ({ channelId }: KnownTopic) => t('search.topicIn', { channel: known.channel(channelId) ?? '…' })
  return named.slice(0, most).flatMap((one) => filter(context, term('topic', one.name), words(one)))
}

export function peopleFilters(context: Context, operator: string, typed: string, most: number): Suggestion[] {
  const { known } = context
  const found = best(known.people, ({ folded }) => folded, typed, most)
  const ids =
    'me'.startsWith(typed) && typed !== '' ? [known.ownId, ...found.map(({ id }) => id)] : found.map(({ id }) => id)
  const gone = new Set(found.filter(({ isActive }) => !isActive).map(({ id }) => id))
  return [...new Set(ids)].flatMap((id) =>
    filter(
      context,
      term(operator, kindOf(operator) === 'people' ? [id] : id),
      operator === 'sender' && gone.has(id) ? t('search.senderGone', { name: known.person(id) ?? '' }) : undefined,
    ),
  )
}

/** Several people: what stands before the last comma is chosen already. */
function groupFilters(context: Context, typed: string): Suggestion[] {
  const parts = typed.split(',').map((one) => one.trim())
  const last = parts.pop() ?? ''
  const before = parts.map((one) => context.known.people.find(({ folded }) => folded === one)?.id)
  if (before.some((id) => id === undefined)) return []
  const found = best(context.known.people, ({ folded }) => folded, last, MAX_SUGGESTIONS)
  return found
    .filter(({ id }) => !before.includes(id))
    .flatMap(({ id }) => filter(context, term('dm', [...(before as number[]), id])))
}

/** What the operand of an operator can be. */
export function operandFilters(context: Context, operator: string, text: string): Suggestion[] {
  const typed = foldName(text)
  switch (kindOf(operator)) {
    case 'fixed': {
      const found = fixedOperands(operator).filter((one) => one.startsWith(typed))
      return found.flatMap((one) => filter(context, term(operator, one)))
    }
    case 'channel': {
      const wanted = typed.replace(/^#/, '')
      const found = best(context.known.channels, ({ folded }) => folded, wanted, MAX_SUGGESTIONS)
      return found.flatMap(({ id }) => filter(context, term(operator, id)))
    }
    case 'topic':
      return topicFilters(context, typed, MAX_SUGGESTIONS)
    case 'person':
      return peopleFilters(context, operator, typed, MAX_SUGGESTIONS)
    case 'people':
      return typed.includes(',')
        ? groupFilters(context, typed)
        : peopleFilters(context, operator, typed, MAX_SUGGESTIONS)
    case 'message':
      return /^\d{1,15}$/.test(typed) ? filter(context, term(operator, Number(typed))) : []
    default:
      return []
  }
}
