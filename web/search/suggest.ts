import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { term } from '../../client/messages/narrow.ts'
import { foldName } from '../kernel/fold-name.ts'
import { t } from '../kernel/texts.ts'
import type { SearchKnowledge } from './known.ts'
import { explain, explainOperator, fixedOperands, kindOf, labelOf, operatorNamed, SUGGESTED } from './operators.ts'
import { operatorsIn, readText } from './read-text.ts'
import {
  best,
  type Context,
  filter,
  operandFilters,
  peopleFilters,
  type Suggestion,
  topicFilters,
} from './suggest-operands.ts'

const MAX_SUGGESTIONS_OF_A_KIND = 3

/** An operator to go on with. */
const stub = (operator: string, { negated, rest }: Context): Suggestion => ({
  label: `${negated ? '-' : ''}${operator}:…`,
  explanation: explainOperator(operator),
  term: null,
  rest: `${rest === '' ? '' : `${rest} `}${negated ? '-' : ''}${operator}:`,
})

const fixedTerms = (): NarrowTerm[] =>
  SUGGESTED.flatMap((operator) => fixedOperands(operator).map((one) => term(operator, one)))

/** What a word could mean: a person, a topic, a channel, or a state of messages. */
function wordFilters(context: Context, word: string): Suggestion[] {
  const typed = foldName(word)
  const channels = best(
    context.known.channels,
    ({ folded }) => folded,
    typed.replace(/^#/, ''),
    MAX_SUGGESTIONS_OF_A_KIND,
  )
  const states = fixedTerms().filter(
    (one) =>
      String(one.operand).startsWith(typed) || one.operator.startsWith(typed) || labelOf(one, context.known) === typed,
  )
  const people = typed.replace(/^@/, '')
  return [
    ...peopleFilters(context, 'sender', people, MAX_SUGGESTIONS_OF_A_KIND),
    ...topicFilters(context, typed, MAX_SUGGESTIONS_OF_A_KIND),
    ...channels.flatMap(({ id }) => filter(context, term('channel', id))),
    ...peopleFilters(context, 'dm', people, 1),
    ...(/^\d{1,15}$/.test(typed)
      ? ['id', 'near', 'with'].flatMap((one) => filter(context, term(one, Number(typed))))
      : []),
    ...states.flatMap((one) => filter(context, one)),
    ...SUGGESTED.filter((one) => one.startsWith(typed)).map((one) => stub(one, context)),
  ]
}

/** Filters that fit what was typed at the end of the text, and first of all the search for the words themselves. */
export function suggest(
  text: string,
  terms: readonly NarrowTerm[],
  known: SearchKnowledge,
  /** Filters for the place from which the search was opened. */
  from: readonly NarrowTerm[] = [],
): Suggestion[] {
  const open = operatorsIn(text).at(-1)
  if (open && open.quoted === undefined) {
    const rest = text.slice(0, open.at).trimEnd()
    const found = operandFilters(
      { known, terms, negated: open.negated, rest },
      open.operator,
      text.slice(open.from).replace(/^"/, ''),
    )
    if (found.length > 0) return found
  }
  const { words, terms: typed } = readText(text, known)
  const search: Suggestion[] =
    words === '' && typed.length === 0
      ? []
      : [
          {
            label: words === '' ? typed.map((one) => labelOf(one, known)).join(' ') : `search:${words}`,
            explanation: words === '' ? explain(typed[0]!, known) : t('search.search', { name: words }),
            term: null,
            rest: text,
            isSearch: true,
          },
        ]
  const word = /(?:^|\s)(-?)(\S*)$/.exec(text)
  const [negated, last] = [word?.[1] === '-', word?.[2] ?? '']
  const context = { known, terms: [...terms, ...typed], negated, rest: text.slice(0, word?.index ?? 0).trimEnd() }
  if (last !== '' && operatorNamed(last.replace(/:.*/, '')) === undefined)
    return [...search, ...wordFilters(context, last)]
  if (last !== '') return search
  const here = from.flatMap((one) => filter(context, one))
  const stubs = SUGGESTED.filter((one) => kindOf(one) !== 'fixed').map((one) => stub(one, context))
  return [...search, ...here, ...stubs, ...fixedTerms().flatMap((one) => filter(context, one))]
}
