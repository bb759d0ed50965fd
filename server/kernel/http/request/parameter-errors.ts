import type * as z from 'zod'
import { badRequest } from '../../../../api/errors.ts'
import { isSentence } from '../../../../api/objects/issue.ts'

/** A placeholder for the parameter with its JSON path, which is known only at the top level. */
const V = '{v}'

const TYPES: Record<string, string> = {
  boolean: 'a boolean',
  int: 'an integer',
  string: 'a string',
  array: 'a list',
  tuple: 'a list',
  object: 'a dict',
  record: 'a dict',
  date: 'a date',
}

/** Zod reports "number" for both. The schema shows which one it is. */
function numberKind(issue: z.core.$ZodRawIssue): string {
  const definition = issue.inst?._zod.def as Partial<z.core.$ZodNumberFormatDef> | undefined
  const isWhole = definition?.checks?.some(({ _zod }) => _zod.def.check === 'multiple_of')
  return definition?.format === 'safeint' || isWhole ? 'an integer' : 'a float'
}

function tooShort(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (issue.origin === 'string') return issue.minimum === 1 ? `${V} cannot be blank` : `${V} is too short`
  if (issue.origin === 'array') return `${V} is too short (minimum ${issue.minimum} items)`
  return `${V} is too small`
}

function tooLong(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (issue.origin === 'string') return `${V} is too long (limit: ${issue.maximum} characters)`
  if (issue.origin === 'array') return `${V} is too long (limit: ${issue.maximum} items)`
  return `${V} is too large`
}

/** The contract's text for an issue, used as zod's error map. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  // JSON has no undefined, so an undefined value is a missing key.
  if (issue.input === undefined && issue.code !== 'custom') return `${V} field is missing: Field required`
  switch (issue.code) {
    case 'invalid_type':
      return `${V} is not ${issue.expected === 'number' ? numberKind(issue) : (TYPES[issue.expected] ?? 'valid')}`
    case 'invalid_value':
      return `Invalid ${V}`
    case 'too_small':
      return issue.exact ? `${V} is not length ${issue.minimum}` : tooShort(issue)
    case 'too_big':
      return issue.exact ? `${V} is not length ${issue.maximum}` : tooLong(issue)
    case 'unrecognized_keys':
      return `Argument "${issue.keys[0]}" at ${V} is unexpected`
    case 'not_multiple_of':
      return `${V} is not an integer`
    case 'invalid_format':
      return `${V} has invalid format`
    default:
      return undefined
  }
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `[${JSON.stringify(String(step))}]`)).join('')

/** The union alternative that matches the value best. If all refuse it at the top level, the first one. */
function nearest(branches: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  const firsts = branches.map((issues) => issues[0]).filter((issue) => issue !== undefined)
  return firsts.find((issue) => issue.path.length > 0) ?? firsts[0]
}

function render(name: string, issue: z.core.$ZodIssue): string {
  if (isSentence(issue)) return issue.message
  const place = name + pathText(issue.path)
  if (issue.code === 'invalid_union') {
    const inner = nearest(issue.errors)
    if (inner) return render(place, inner)
  }
  if (issue.code === 'custom') return `${place} ${issue.message}`
  // Not replace(), because a name from the request could contain `$&`.
  return issue.message.split(V).join(place)
}

export function parameterError(name: string, error: z.core.$ZodError) {
  const issue = error.issues[0]
  return badRequest(issue ? render(name, issue) : `Invalid ${name}`)
}
