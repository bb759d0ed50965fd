import { type ApiError, badRequest } from '../../../api/errors.ts'
import { beginsSafely, templateVariables, UNSAFE_BEGINNING } from '../../../markdown/linkifiers/template-variables.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Playground } from './record.ts'

const invalid = (field: string, problem: string): ApiError => badRequest(problem, { errors: { [field]: [problem] } })

const LANGUAGE = /^[A-Za-z0-9_+\-./#]+$/

/** Is the playground right by itself? */
export function checkPlayground({ name, language, urlTemplate }: Omit<Playground, 'id'>): void {
  for (const [field, text] of Object.entries({ name, pygments_language: language, url_template: urlTemplate }))
    if (text === '') throw invalid(field, 'This field cannot be blank.')
  if (!LANGUAGE.test(language)) throw invalid('pygments_language', 'Invalid characters in pygments language')
  const variables = templateVariables(urlTemplate)
  if (!variables) throw invalid('url_template', 'Invalid URL template.')
  if (!beginsSafely(urlTemplate)) throw invalid('url_template', UNSAFE_BEGINNING)
  if (!variables.has('code')) throw invalid('__all__', 'Missing the required variable "code" in the URL template')
  if (variables.size > 1) throw invalid('__all__', '"code" should be the only variable present in the URL template')
}

const MAX_PLAYGROUNDS = 500

/** Does it fit the other playgrounds? */
export function checkAmongOthers(realm: RealmState, { name, language }: Omit<Playground, 'id'>): void {
  const playgrounds = realm.records.playground
  if ([...playgrounds.values()].some((other) => other.name === name && other.language === language))
    throw invalid('__all__', 'Realm playground with this Realm, Pygments language and Name already exists.')
  if (playgrounds.size >= MAX_PLAYGROUNDS)
    throw badRequest(`An organization can have at most ${MAX_PLAYGROUNDS} code playgrounds.`)
}
