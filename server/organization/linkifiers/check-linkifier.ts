import { type ApiError, badRequest } from '../../../api/errors.ts'
import {
  firstMatch,
  namedGroupsOf,
  patternProblem,
  patternSize,
} from '../../../markdown/linkifiers/compile-linkifier.ts'
import { MAX_TOTAL_INSTRUCTIONS } from '../../../markdown/linkifiers/pattern-size.ts'
import { expandReverseTemplate, ReverseTemplateError } from '../../../markdown/linkifiers/reverse-template.ts'
import { beginsSafely, templateVariables, UNSAFE_BEGINNING } from '../../../markdown/linkifiers/template-variables.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { LinkifierFields } from './queries.ts'

/** `errors` names the field, or `__all__` where the fields do not fit each other. */
export const invalidField = (field: string, problem: string): ApiError =>
  badRequest(problem, { errors: { [field]: [problem] } })
const misfit = (problem: string): ApiError => invalidField('__all__', problem)

/** Is the linkifier right by itself? */
export function checkLinkifier(fields: LinkifierFields): void {
  if (fields.pattern === '') throw invalidField('pattern', 'This field cannot be blank.')
  if (fields.urlTemplate === '') throw invalidField('url_template', 'This field cannot be blank.')
  const variables = templateVariables(fields.urlTemplate)
  if (!variables) throw invalidField('url_template', 'Invalid URL template.')
  if (!beginsSafely(fields.urlTemplate)) throw invalidField('url_template', UNSAFE_BEGINNING)
  const problem = patternProblem(fields.pattern)
  if (problem !== undefined) throw misfit(`Bad regular expression: ${problem}`)
  const groups = new Set(namedGroupsOf(fields.pattern))
  checkExample(fields)
  checkVariables(groups, variables)
  checkAlternatives(groups, fields)
}

function checkExample({ pattern, exampleInput, reverseTemplate }: LinkifierFields): void {
  if (exampleInput === null) {
    if (reverseTemplate !== null) throw missingExample()
    return
  }
  const values = firstMatch(pattern, exampleInput)
  if (!values) throw misfit('Example input does not match the linkifier pattern.')
  if (reverseTemplate !== null && reversed(reverseTemplate, values) !== exampleInput)
    throw misfit('Example text does not match auto-conversion field.')
}

function missingExample(): ApiError {
  const data = { required_parameter: 'Example text', set_parameter: 'auto-conversion field' }
  return badRequest(`${data.required_parameter} is required when ${data.set_parameter} is set.`, data)
}

function reversed(template: string, values: ReadonlyMap<string, string>): string {
  try {
    return expandReverseTemplate(template, values)
  } catch (error) {
    throw error instanceof ReverseTemplateError ? misfit(error.message) : error
  }
}

/** Templates and the pattern have the same names. The first in the alphabet is reported. */
function checkVariables(groups: ReadonlySet<string>, variables: ReadonlySet<string>): void {
  const [unknown] = [...variables].filter((name) => !groups.has(name)).sort()
  if (unknown !== undefined) throw misfit(`Group '${unknown}' in URL template is not present in linkifier pattern.`)
  const [unused] = [...groups].filter((name) => !variables.has(name)).sort()
  if (unused !== undefined) throw misfit(`Group '${unused}' in linkifier pattern is not present in URL template.`)
}

function checkAlternatives(groups: ReadonlySet<string>, { urlTemplate, alternativeUrlTemplates }: LinkifierFields) {
  for (const template of alternativeUrlTemplates) {
    const variables = templateVariables(template)
    if (template === '' || !variables) throw invalidField('alternative_url_templates', 'Invalid URL template.')
    if (!beginsSafely(template)) throw invalidField('alternative_url_templates', UNSAFE_BEGINNING)
    checkVariables(groups, variables)
  }
  const distinct = new Set([urlTemplate, ...alternativeUrlTemplates])
  if (distinct.size <= alternativeUrlTemplates.length)
    throw invalidField('alternative_url_templates', 'Alternative URL templates must be unique.')
}

const MAX_LINKIFIERS = 100

/** Does it fit the other linkifiers? `replaced` is the one whose place it takes. */
export function checkAmongOthers(realm: RealmState, pattern: string, replaced?: number): void {
  const others = [...realm.records.linkifier.values()].filter(({ id }) => id !== replaced)
  if (others.some((other) => other.pattern === pattern))
    throw misfit('Realm filter with this Realm and Pattern already exists.')
  if (others.length >= MAX_LINKIFIERS)
    throw badRequest(`An organization can have at most ${MAX_LINKIFIERS} linkifiers.`)
  const size = others.reduce((sum, other) => sum + patternSize(other.pattern), patternSize(pattern))
  if (size > MAX_TOTAL_INSTRUCTIONS) throw badRequest('The linkifiers of this organization are too large together.')
}
