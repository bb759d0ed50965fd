import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events/index.ts'
import { json } from './json-parameter.ts'
import type { OperationGroup } from './operation-groups.ts'

export { json } from './json-parameter.ts'

type PathNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never
export type Shape = Record<string, z.ZodType>

/**
 * Who may call: anyone, even on a host without an organization; anyone; a signed-in account or nobody in particular;
 * a signed-in account; an administrator; an owner.
 */
export type Auth = 'server' | 'none' | 'optional' | 'user' | 'administrator' | 'owner'

export interface Endpoint<
  Params extends Shape = Shape,
  Result extends Shape = Shape,
  Who extends Auth = Auth,
  Id extends string = string,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/api/v1`; `{name}` is a parameter. */
  path: string
  /** The operation's name in the contract, e.g. `send-message`. */
  id: Id
  /** The last parameter of the path takes all that is left of it, slashes included. */
  takesRestOfPath?: true
  /** Where the API page shows it. */
  group: OperationGroup
  /** At most eight words, as an order: `Send a message`. */
  summary: string
  /** One or two sentences: what it does, and who can call it. */
  description: string
  auth: Who
  /** Callers without the role get a bad request, `Insufficient permission`, as clients expect of some operations. */
  deniesPlainly?: true
  /** May an incoming-webhook bot call it? Nearly never. */
  webhookBots?: true
  /** In the order in which mistakes are reported: the first one wins. */
  params: Params
  /** The parameter that is the text of a body that is not a form, such as the JSON that another service sends. */
  bodyParam?: string
  /** The API key may also be the parameter `api_key` in the query, for callers that cannot set a header. */
  keyInQuery?: true
  /** Earlier names of parameters, which clients still send. */
  aliases?: Readonly<Record<string, string>>
  /** Headers it reads beside those that every operation reads, and what they are for. */
  headers?: Readonly<Record<string, string>>
  result: Result
  /** Codes it may answer beside the common ones. */
  errors: readonly ErrorCode[]
  /** When it answers `BAD_REQUEST`, one sentence each: the cases that a caller should expect. */
  badRequests?: readonly string[]
  emits?: readonly EventType[]
  /**
   * How many ordinary requests it counts as in the rate limits; one where it is not said. `people` is the number of
   * accounts of the organization. (A method, so that an endpoint with certain parameters is still an endpoint.)
   */
  weight?(params: Values<Params>, people: number): number
  /** Clients wait with it for events, over and over. It has a rate limit of its own; what it weighs more is counted as usual. */
  isPoll?: true
  /** How large a form of a signed-in caller may be; 1 MiB where it is not said. */
  mostBodyBytes?: number
}

export function endpoint<
  const Path extends string,
  Params extends Shape & Record<PathNames<Path>, z.ZodType>,
  Result extends Shape,
  const Who extends Auth,
  const Id extends string,
>(
  declared: Endpoint<Params, Result, Who, Id> & {
    path: Path
    aliases?: Readonly<Record<string, keyof Params & string>>
    bodyParam?: keyof Params & string
  },
): Endpoint<Params, Result, Who, Id> {
  return declared
}

/** Ids of a parameter. The list is read up to the first wrong one, be it no number or only too large. */
export const ids = () => z.array(z.int({ abort: true }))

const MAX_ROW_ID = 2 ** 31 - 1

/**
 * The id of something that is looked up in a table whose ids have 32 bits. A number that no row can have becomes 0, which
 * no row has either, so it is answered like every other id that does not exist.
 */
export const rowId = () =>
  json(
    z.codec(z.int(), z.int(), {
      decode: (id) => (id > 0 && id <= MAX_ROW_ID ? id : 0),
      encode: (id) => id,
    }),
  )

/** A boolean that counts as `value` where it is left out. */
export const flag = (value: boolean) => json(z.boolean()).default(value)

/** An uploaded file; only multipart bodies carry one. */
export interface UploadedFile {
  readonly filename: string
  readonly type: string
  readonly bytes: Uint8Array
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }

export const file = () =>
  z.custom<UploadedFile>((value) => typeof value === 'object' && value !== null && 'bytes' in value).meta(FILE)

export function isFile(schema: z.ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional) return isFile(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodCustom && schema.meta()?.['contentMediaType'] === FILE.contentMediaType
}

const DICT = { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'string' } }

/** Texts by keys that a caller chooses. Zod's own record would leave out the key `__proto__`. */
export const texts = () =>
  z
    .custom<Record<string, string>>()
    .check(({ value, issues }) => {
      const input: unknown = value
      if (typeof input !== 'object' || input === null || Array.isArray(input)) {
        issues.push({ code: 'invalid_type', expected: 'record', input })
        return
      }
      const wrong = Object.entries(input).find(([, text]) => typeof text !== 'string')
      if (wrong) issues.push({ code: 'invalid_type', expected: 'string', input: wrong[1], path: [wrong[0]] })
    })
    .meta(DICT)

/** Optional, and the handler must tell "absent" from the value that counts when it is absent; documented all the same. */
export const defaulting = <S extends z.ZodType>(schema: S, value: z.util.JSONType) =>
  schema.optional().meta({ default: value })

/** May a caller leave it out? */
export const isOptional = (schema: z.ZodType): boolean => schema._zod.optin !== undefined

/** Is it a whole number, written as JSON? */
export const isInteger = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodCodec && schema.def.out instanceof z.ZodNumberFormat

type IsOptional<S extends z.ZodType> = undefined extends z.input<S> ? true : false
type Values<S extends Shape> = z.infer<z.ZodObject<S>>

/** What a handler receives: parsed, with defaults filled in. */
export type ParamsOf<E> = E extends Endpoint<infer P, Shape> ? Values<P> : never
/** What a handler returns and a caller receives. */
export type ResultOf<E> = E extends Endpoint<Shape, infer R> ? Values<R> : never
/** What a caller passes: parameters that have a default may be left out. */
export type ArgsOf<E> =
  E extends Endpoint<infer P, Shape>
    ? { [K in keyof P as IsOptional<P[K]> extends true ? never : K]: z.output<P[K]> } & {
        [K in keyof P as IsOptional<P[K]> extends true ? K : never]?: z.output<P[K]> | undefined
      }
    : never
