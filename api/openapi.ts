import * as z from 'zod'
import { type Endpoint, isFile, type Shape } from './contract.ts'
import { endpoints } from './endpoints/index.ts'
import { COMMON_ERRORS, ERRORS, type ErrorCode } from './errors.ts'
import { events } from './events/index.ts'
import type { Example, Examples, OperationExamples } from './examples.ts'
import { BasicChannel, ListedChannel, NeverSubscribedChannel, Subscription } from './objects/channel.ts'
import { GroupSettingValue, UserGroup } from './objects/group.ts'
import { FetchedMessage, Message } from './objects/message.ts'
import { EmojiReaction } from './objects/reaction.ts'
import { CrossRealmBot, UserObject } from './objects/user.ts'
import { UserSettings, UserSettingsDefaults } from './objects/user-settings.ts'
import { describeParameter, type JsonSchema } from './openapi-schema.ts'
import { OPERATION_GROUPS } from './operation-groups.ts'
import { API_PREFIX } from './prefix.ts'

export interface OpenApiInfo {
  version: string
  /** Where this server answers. */
  url: string
  examples?: Examples
}

/** Our integers are safe ones for our own sake: a bound that no sentence of the contract has only puzzles a reader. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
}

/** Shapes that stand once under their name. */
const named: Record<string, z.ZodType> = {
  BasicChannel,
  ListedChannel,
  NeverSubscribedChannel,
  Subscription,
  GroupSettingValue,
  UserGroup,
  Message,
  FetchedMessage,
  EmojiReaction,
  User: UserObject,
  CrossRealmBot,
  UserSettings,
  UserSettingsDefaults,
  ...Object.fromEntries(Object.entries(events).map(([name, schema]) => [`Event_${name.replace('/', '_')}`, schema])),
}

const envelope = {
  result: z.literal('success').describe('The request was done.'),
  msg: z.literal('').describe('Always empty.'),
}
const ignored = {
  ignored_parameters_unsupported: z
    .array(z.string())
    .optional()
    .describe('The names of parameters that the operation does not have. It is absent when there are none.'),
}

class Components {
  readonly schemas: Record<string, JsonSchema> = {
    Error: {
      type: 'object',
      description: 'Why a request was not done.',
      properties: {
        result: { const: 'error', description: 'The request was not done.' },
        msg: { type: 'string', description: 'The reason, for people.' },
        code: { enum: Object.keys(ERRORS), description: 'The reason, for programs.' },
      },
      required: ['result', 'msg', 'code'],
    },
  }

  constructor() {
    for (const [id, schema] of Object.entries(named)) {
      const meta = schema.meta()
      if (!meta?.id) z.globalRegistry.add(schema, { ...meta, id })
    }
  }

  /** Named shapes move into the document's own list. */
  readonly schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const options = { io, unrepresentable: 'any', override: withoutSafeBounds } as const
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, options) as JsonSchema
    const all = Object.entries(($defs ?? {}) as Record<string, JsonSchema>)
    for (const [id, { id: _id, ...definition }] of all) this.schemas[id] ??= relocate(definition) as JsonSchema
    return relocate(rest) as JsonSchema
  }
}

function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
        : [key, relocate(inner)],
    ),
  )
}

function describeParameters({ path, method, params, bodyParam, aliases = {} }: Endpoint, { schemaOf }: Components) {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const current = Object.entries(params as Shape).map(([name, schema]) => ({
    name,
    // A body that is one parameter has no room for others.
    place: inPath.has(name) ? 'path' : method === 'GET' || (bodyParam ?? name) !== name ? 'query' : 'form',
    ...describeParameter(schema, schemaOf),
  }))
  const earlier = Object.entries(aliases).flatMap(([alias, name]) =>
    current
      .filter((parameter) => parameter.name === name)
      .map(({ schema, ...rest }) => ({
        ...rest,
        name: alias,
        isRequired: false,
        schema: {
          ...schema,
          deprecated: true,
          description: `Deprecated. An earlier name of \`${name}\`.`,
        } as JsonSchema,
      })),
  )
  return [...current, ...earlier]
}

const headersOf = ({ headers = {} }: Endpoint) =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))

function parametersOf(endpoint: Endpoint, components: Components) {
  const described = describeParameters(endpoint, components)
  const visible = described
    .filter(({ place }) => place !== 'form')
    .map(({ name, place, isRequired, isJson, schema }) => {
      const { description } = schema
      const isStructured = isJson && !['integer', 'boolean'].includes(String(schema['type']))
      const content = isStructured ? { content: { 'application/json': { schema } } } : { schema }
      return { name, in: place, required: isRequired, description, ...content }
    })
  const parameters = [...visible, ...headersOf(endpoint)]
  const fields = described.filter(({ place }) => place === 'form')
  if (fields.length === 0) return { parameters }
  const body = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
    encoding: Object.fromEntries(
      fields.filter(({ isJson }) => isJson).map(({ name }) => [name, { contentType: 'application/json' }]),
    ),
  }
  const required = body.schema.required.length > 0
  const media = Object.values(endpoint.params).some(isFile)
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded'
  const content: Record<string, typeof body> = { [media]: body }
  // The first type is the form, which the API page explains.
  if (endpoint.bodyParam) content['application/json'] = ANY_OBJECT
  return { parameters, requestBody: { required, content } }
}

/** A body that is a parameter itself. */
const ANY_OBJECT = { schema: { type: 'object', properties: {}, required: [] }, encoding: {} }

/** `BAD_REQUEST: The request cannot be done. …` and the cases of this operation. */
function describeError(code: ErrorCode, { badRequests = [] }: Endpoint): string {
  const cases = code === 'BAD_REQUEST' ? badRequests : []
  return [`\`${code}\`: ${ERRORS[code].meaning}`, ...cases.map((sentence) => `- ${sentence}`)].join('\n')
}

function errorResponses(endpoint: Endpoint, example: Example | undefined) {
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of [...endpoint.errors, ...COMMON_ERRORS]) {
    const { status } = ERRORS[code]
    if (status < 400) continue
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  const schema = { $ref: '#/components/schemas/Error' }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const description = [...codes].map((code) => describeError(code, endpoint)).join('\n\n')
      const shown = example?.status === status ? { example: example.answer } : {}
      return [`${status}`, { description, content: { 'application/json': { schema, ...shown } } }]
    }),
  )
}

const PUBLIC: readonly string[] = ['none', 'server'] satisfies Endpoint['auth'][]

const securityOf = ({ auth, keyInQuery }: Endpoint) => {
  if (PUBLIC.includes(auth)) return []
  if (keyInQuery) return [{ basic: [] }, { key: [] }]
  return auth === 'optional' ? [{}, { basic: [] }] : [{ basic: [] }]
}

/** An answer with status 200 can also say that something was left out. */
function describeSuccess(endpoint: Endpoint): string {
  const codes = endpoint.errors.filter((code) => ERRORS[code].status < 400)
  return ['Success', ...codes.map((code) => describeError(code, endpoint))].join('\n\n')
}

function operationOf(endpoint: Endpoint, components: Components, examples: OperationExamples | undefined) {
  const result = z.strictObject({ ...envelope, ...endpoint.result, ...ignored })
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.group],
    security: securityOf(endpoint),
    ...parametersOf(endpoint, components),
    responses: {
      200: {
        description: describeSuccess(endpoint),
        content: {
          'application/json': {
            schema: components.schemaOf(result, 'output'),
            ...(examples ? { example: examples.success.answer } : {}),
          },
        },
      },
      ...errorResponses(endpoint, examples?.error),
    },
    ...(endpoint.auth === 'administrator' || endpoint.auth === 'owner' ? { 'x-requires': endpoint.auth } : {}),
    ...(endpoint.emits ? { 'x-emits': endpoint.emits } : {}),
  }
}

export type OperationDocument = ReturnType<typeof operationOf>
export type OpenApi = ReturnType<typeof createOpenApi>

/** The contract as an OpenAPI 3.1 document. Pure: the same declarations give the same document. */
export function createOpenApi({ version, url, examples = {} }: OpenApiInfo) {
  const components = new Components()
  const paths: Record<string, Record<string, OperationDocument>> = {}
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const operation = operationOf(endpoint, components, examples[endpoint.id])
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Parley', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    // First as seen from the document, which may have been asked for by another of the server's addresses: the page
    // that shows it may call no other. A copy that somebody keeps needs the whole address.
    servers: [{ url: API_PREFIX }, { url: url + API_PREFIX }],
    tags: Object.entries(OPERATION_GROUPS)
      .filter(([name]) => Object.values<Endpoint>(endpoints).some(({ group }) => group === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'The email address of the account and its API key' },
        key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'The API key of a bot' },
      },
    },
  }
}
