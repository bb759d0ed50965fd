import * as z from 'zod'
import { type Endpoint, isFile, isOptional, type UploadedFile } from '../../../api/contract.ts'
import { ApiError, badRequest, invalidTopicCharacter, missingParameter } from '../../../api/errors.ts'
import { describeIssue, parameterError } from './parameter-errors.ts'

/** Parameters as they arrived, whichever way: path, body or query. */
export type RawParams = ReadonlyMap<string, string | UploadedFile>

/** Known everywhere: the client's name, and the method of a form that can only POST. */
const KERNEL_PARAMS = new Set(['client', 'method'])

/** No database can store it. What people write is called a message, and a topic counts its characters, everywhere. */
function nulRefusal(name: string, text: string): ApiError {
  if (name === 'content') return badRequest('Message must not contain null bytes')
  if (name !== 'topic') return badRequest(`${name} has invalid format`)
  return invalidTopicCharacter([...text.trimStart()].indexOf('\0') + 1)
}

/**
 * Only the first one is told: a list of 300,000 wrong elements is not read to its end. Zod declares the option for its
 * own use alone, in `validate`; a test notices when it is gone.
 */
export const FIRST_MISTAKE: z.core.ParseContextInternal<z.core.$ZodIssue> = { error: describeIssue, abortEarly: true }

export type ParamsParser = (raw: RawParams) => Record<string, unknown>

/** In the order of the declaration, so that of several mistakes always the same one is reported. */
export function createParser(endpoint: Endpoint): ParamsParser {
  // A file is no text to be parsed: routes that take one get it beside the parameters.
  const texts = Object.entries(endpoint.params).filter(([, schema]) => !isFile(schema))
  const params = texts.map(([name, schema]) => ({
    name,
    alias: aliasOf(endpoint, name),
    schema,
    mayLack: isOptional(schema),
    isText: isPlainText(schema),
    absent: isOptional(schema) ? z.safeDecode(schema, undefined).data : undefined,
  }))
  return (raw) => {
    const values: Record<string, unknown> = {}
    for (const { name, alias, schema, mayLack, isText, absent } of params) {
      const text = alias === undefined ? raw.get(name) : readEither(raw, name, alias)
      if (text === undefined) {
        if (!mayLack) throw missingParameter(name)
        if (absent !== undefined) values[name] = absent
        continue
      }
      if (typeof text === 'string' && text.includes('\0')) throw nulRefusal(name, text)
      if (isText && typeof text === 'string') {
        values[name] = text
        continue
      }
      const parsed = z.safeDecode(schema, text, FIRST_MISTAKE)
      if (!parsed.success) throw parameterError(name, parsed.error)
      values[name] = parsed.data
    }
    return values
  }
}

const isAlias = ({ aliases }: Endpoint, name: string): boolean => aliases !== undefined && Object.hasOwn(aliases, name)

const aliasOf = ({ aliases = {} }: Endpoint, name: string): string | undefined =>
  Object.keys(aliases).find((alias) => aliases[alias] === name)

function readEither(raw: RawParams, name: string, alias: string) {
  if (raw.has(name) && raw.has(alias)) {
    const text = `Can't decide between '${name}' and '${alias}' arguments`
    throw new ApiError('REQUEST_CONFUSING_VAR', text, { data: { var_name1: name, var_name2: alias } })
  }
  return raw.get(name) ?? raw.get(alias)
}

/** Any text will do: there is nothing to parse. */
function isPlainText(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional) return isPlainText(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodString && (schema._zod.def.checks ?? []).length === 0
}

/** Names that the endpoint does not know; the answer lists them so that a typing error is noticed. */
export function ignoredParams(endpoint: Endpoint, raw: RawParams): string[] {
  const ignored: string[] = []
  for (const name of raw.keys()) {
    if (!Object.hasOwn(endpoint.params, name) && !KERNEL_PARAMS.has(name) && !isAlias(endpoint, name))
      ignored.push(name)
  }
  return ignored.sort()
}
