import { RE2JS, type RE2JSException } from 're2js'
import { parseTemplate } from 'url-template'
import { LINK_SCHEMES } from '../html/allowed.ts'
import type { Linkifier, LinkifierMatch } from './linkifier.ts'

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
const MOST_COMPILED = 1000

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  // Compiled alone first, because an invalid pattern may be valid inside our parentheses.
  RE2JS.compile(pattern)
  const expression = RE2JS.compile(bounded(pattern))
  if (compiled.size >= MOST_COMPILED) compiled.delete(compiled.keys().next().value!)
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

/** Throws if the pattern is invalid. */
export function compileLinkifier({ id, pattern, urlTemplate }: LinkifierSource): Linkifier {
  const expression = compile(pattern)
  const template = parseTemplate(urlTemplate)
  return { id, matches: (text) => matchesIn(text, expression, (values) => template.expand(values)) }
}

type Values = Record<string, string | null>

function* matchesIn(text: string, expression: RE2JS, expand: (values: Values) => string): Generator<LinkifierMatch> {
  // Most texts have no match, and `test` is much faster than finding positions.
  if (!expression.test(text)) return
  const matcher = expression.matcher(text.toWellFormed())
  let from = 0
  while (from <= text.length && matcher.find(from)) {
    const start = matcher.start(1)
    const end = matcher.end(1)
    // The character after this match may also be the one before the next match.
    from = Math.max(end, from + 1)
    if (end === start) continue
    const url = expand(matcher.getNamedGroups())
    if (isAllowed(url)) yield { start, end, url }
  }
}

function isAllowed(url: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  return scheme !== undefined && scheme.toLowerCase() !== 'file' && LINK_SCHEMES.includes(scheme.toLowerCase())
}
