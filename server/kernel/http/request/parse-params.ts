import { isUtf8 } from 'node:buffer'
import * as z from 'zod'
import { type Endpoint, isFile, isOptional, type UploadedFile } from '../../../../api/contract.ts'
import { ApiError, badRequest, invalidTopicCharacter, missingParameter } from '../../../../api/errors.ts'
import { describeIssue, parameterError } from './parameter-errors.ts'

/** Unparsed parameters from the path, the body or the query. */
export type RawParams = ReadonlyMap<string, string | UploadedFile>

/** Accepted everywhere: the client's name, and the method and token of a form. */
const KERNEL_PARAMS = new Set(['client', 'method', 'csrfmiddlewaretoken'])

/** The database cannot store NUL. The contract has its own texts for messages and topics. */
function nulRefusal(name: string, text: string): ApiError {
  if (name === 'content') return badRequest('Message must not contain null bytes')
  if (name !== 'topic') return badRequest(`${name} has invalid format`)
  return invalidTopicCharacter([...text.trimStart()].indexOf('\0') + 1)
}

/**
 * Stops at the first mistake, so a list of 300,000 wrong elements is not read to its end. Zod declares the option only
 * for its own `validate`. A test fails if it disappears.
 */
export const FIRST_MISTAKE: z.core.ParseContextInternal<z.core.$ZodIssue> = { error: describeIssue, abortEarly: true }

export type ParamsParser = (raw: RawParams) => Record<string, unknown>

/** Parses in the order of the declaration, so that the same one of several mistakes is always reported. */
export function createParser(endpoint: Endpoint): ParamsParser {
  // A file is not parsed here. Routes that take one receive it separately from the parameters.
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
      const text = textOf(alias === undefined ? raw.get(name) : readEither(raw, name, alias))
      if (text === undefined) {
        if (!mayLack) throw missingParameter(name)
        if (absent !== undefined) values[name] = absent
        continue
      }
      if (text.includes('\0')) throw nulRefusal(name, text)
      if (isText) {
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

/** Some programs give every part of a form a file name. No parameter that is parsed here is a file. */
function textOf(value: string | UploadedFile | undefined): string | undefined {
  if (typeof value !== 'object') return value
  if (!isUtf8(value.bytes)) throw badRequest('The body is not valid UTF-8')
  return Buffer.from(value.bytes).toString('utf8')
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

/** True if any text is valid, so that there is nothing to parse. */
function isPlainText(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional) return isPlainText(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodString && (schema._zod.def.checks ?? []).length === 0
}

/** The parameter names that the endpoint does not have. The answer lists them, so that typing errors are noticed. */
export function ignoredParams(endpoint: Endpoint, raw: RawParams): string[] {
  const ignored: string[] = []
  for (const name of raw.keys()) {
    if (!Object.hasOwn(endpoint.params, name) && !KERNEL_PARAMS.has(name) && !isAlias(endpoint, name))
      ignored.push(name)
  }
  return ignored.sort()
}
