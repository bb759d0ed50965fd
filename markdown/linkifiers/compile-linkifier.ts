import { RE2JS, RE2JSException } from 're2js'
import { parseTemplate } from 'url-template'
import { LINK_SCHEMES } from '../html/allowed.ts'
import type { Linkifier, LinkifierMatch } from './linkifier.ts'
import { matchNeeds, mayMatch } from './match-needs.ts'
import { isTooLongToCompile, MAX_INSTRUCTIONS } from './pattern-size.ts'

export interface LinkifierSource {
  readonly id: number
  /** In RE2 syntax. Its named groups fill the template. */
  readonly pattern: string
  /** RFC 6570. */
  readonly urlTemplate: string
}

/** Group 1 becomes the link. The text around it does not. */
const bounded = (pattern: string): string => `(?:^|[\\s\\pZ'"(,:<])(${pattern})(?:$|[^\\pL\\pN])`

/** Compiling costs more than matching, and all messages of an organization use the same few patterns. */
const compiled = new Map<string, RE2JS>()
const MAX_CACHED_PATTERNS = 1000

const TOO_LARGE = 'pattern too large - compile failed'

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  // By itself first: what is wrong alone may be right between our parentheses.
  if (isTooLongToCompile(pattern) || RE2JS.compile(pattern).programSize() > MAX_INSTRUCTIONS)
    throw new RE2JSException(TOO_LARGE)
  const expression = RE2JS.compile(bounded(pattern))
  if (compiled.size >= MAX_CACHED_PATTERNS) compiled.delete(compiled.keys().next().value!)
  compiled.set(pattern, expression)
  return expression
}

/** The reason why a pattern cannot be used, from the regular expression library. Undefined if it can. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compile(pattern)
    return undefined
  } catch (error) {
    return (error as RE2JSException).message
  }
}

export const namedGroupsOf = (pattern: string): string[] => Object.keys(compile(pattern).namedGroups())

/** The number of instructions, to which the time for matching is proportional; 0 for a pattern that cannot be used. */
export const patternSize = (pattern: string): number =>
  patternProblem(pattern) === undefined ? compile(pattern).programSize() : 0

/** The values of the named groups in the first match, wherever it stands; undefined without a match. */
export function firstMatch(pattern: string, text: string): ReadonlyMap<string, string> | undefined {
  const matcher = RE2JS.compile(pattern).matcher(text.toWellFormed())
  if (!matcher.find()) return undefined
  const values: Values = matcher.getNamedGroups()
  return new Map(Object.entries(values).map(([name, value]) => [name, value ?? '']))
}

/** Scanning costs little per character and instruction, compared with the rest of rendering. */
const UNITS_PER_INSTRUCTION = 0.01

/** Throws when the pattern has a problem. */
export function compileLinkifier({ id, pattern, urlTemplate }: LinkifierSource): Linkifier {
  const expression = compile(pattern)
  const template = parseTemplate(urlTemplate)
  const needs = matchNeeds(pattern)
  return {
    id,
    cost: expression.programSize() * UNITS_PER_INSTRUCTION,
    // Most texts have no match, and this check is much faster than a search.
    matches: (text) => (mayMatch(needs, text) ? matchesIn(text, expression, (values) => template.expand(values)) : []),
  }
}

type Values = Record<string, string | null>

function* matchesIn(text: string, expression: RE2JS, expand: (values: Values) => string): Generator<LinkifierMatch> {
  // Faster than finding positions.
  if (!expression.test(text)) return
  const matcher = expression.matcher(text.toWellFormed())
  let from = 0
  while (from <= text.length && matcher.find(from)) {
    const start = matcher.start(1)
    const end = matcher.end(1)
    // The character after this match may also be the one before the next match.
    from = Math.max(end, from + 1)
    if (end === start) continue
    const url = expanded(expand, matcher.getNamedGroups())
    if (url !== undefined && isAllowed(url)) yield { start, end, url }
  }
}

/** A variable that is cut short, `{name:3}`, may end in half a character, which no address can hold. */
function expanded(expand: (values: Values) => string, values: Values): string | undefined {
  try {
    return expand(values)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

function isAllowed(url: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  return scheme !== undefined && scheme.toLowerCase() !== 'file' && LINK_SCHEMES.includes(scheme.toLowerCase())
}
