import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type Endpoint, isFile, isOptional } from '../../api/contract.ts'
import { COMMON_ERRORS } from '../../api/errors.ts'
import type { Example, Examples } from '../../api/examples.ts'
import { root } from '../tools.ts'

export const EXAMPLES_FILE = join(root, 'docs', 'api', 'examples.json')

export const readExamples = async (): Promise<Examples> =>
  JSON.parse(await readFile(EXAMPLES_FILE, 'utf8').catch(() => '{}')) as Examples

/** The operations whose examples are missing or no longer fit: one line each, with what to do. */
export function exampleProblems(endpoints: readonly Endpoint[], examples: Examples): string[] {
  const known = new Set(endpoints.map(({ id }) => id))
  const gone = Object.keys(examples).filter((id) => !known.has(id))
  return [
    ...endpoints.flatMap((endpoint) => {
      const { success, error } = examples[endpoint.id] ?? {}
      return [
        ...(success && fits(endpoint, success) ? [] : [`${endpoint.id}: a success`]),
        ...((error ? fits(endpoint, error) : !canFail(endpoint)) ? [] : [`${endpoint.id}: an error`]),
      ]
    }),
    ...gone.map((id) => `${id}: does not exist any more`),
  ].map((problem) => `${problem} (npm run examples takes it from the tests)`)
}

/** Where a caller can do something wrong that is worth showing. */
const canFail = ({ errors, badRequests = [] }: Endpoint): boolean => errors.length + badRequests.length > 0

/** Would the operation still accept this request and give this answer? */
export function fits(endpoint: Endpoint, { request, answer }: Example): boolean {
  return fitsRequest(endpoint, request, answer['result'] === 'success') && fitsAnswer(endpoint, answer)
}

function fitsRequest({ params }: Endpoint, request: Example['request'], isSuccess: boolean): boolean {
  const areKnown = Object.keys(request).every((name) => params[name] !== undefined)
  if (!areKnown || !isSuccess) return areKnown
  return Object.entries(params).every(([name, schema]) =>
    isFile(schema) ? isOptional(schema) || request[name] !== undefined : schema.safeParse(request[name]).success,
  )
}

function fitsAnswer({ result, errors }: Endpoint, answer: Example['answer']): boolean {
  const { result: outcome, msg, ignored_parameters_unsupported: _ignored, ...rest } = answer
  const fields = Object.hasOwn(result, 'msg') ? { ...rest, msg } : rest
  if (outcome === 'success') return z.strictObject(result).safeParse(fields).success
  return ([...errors, ...COMMON_ERRORS] as readonly unknown[]).includes(answer['code'])
}
