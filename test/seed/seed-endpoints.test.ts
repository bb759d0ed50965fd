import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { createOpenApi } from '../../api/openapi.ts'
import type { JsonSchema } from '../../api/openapi-schema.ts'
import { SEED_ENDPOINTS, SENT_BY_THE_SERVER, type SeedParameter } from './seed-endpoints.ts'

const document = createOpenApi({ version: '0', url: 'http://localhost' })
const declared = new Map(Object.values<Endpoint>(endpoints).map((one) => [`${one.method} ${one.path}`, one]))

interface Declaration {
  readonly isRequired: boolean
  readonly schema: JsonSchema
}

/** The parameters of an operation as our own API document shows them. */
function parametersOf({ method, path }: Endpoint): Map<string, Declaration> {
  const operation = document.paths[path]![method.toLowerCase()]!
  const visible = operation.parameters.map((one) => {
    const schema = 'schema' in one ? one.schema : one.content['application/json'].schema
    return [one.name, { isRequired: one.required, schema: schema as JsonSchema }] as const
  })
  const body = 'requestBody' in operation ? Object.values(operation.requestBody?.content ?? {})[0]?.schema : undefined
  const fields = Object.entries(body?.properties ?? {}).map(
    ([name, schema]) => [name, { isRequired: body!.required.includes(name), schema }] as const,
  )
  return new Map([...visible, ...fields])
}

/** Every type that a value may have. */
function typesOf(schema: JsonSchema): string[] {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (choices) return [...new Set(choices.flatMap(typesOf))]
  const values = (schema['enum'] ?? ('const' in schema ? [schema['const']] : undefined)) as unknown[] | undefined
  const type = schema['type'] ?? (values && [...new Set(values.map((value) => typeof value))])
  return [type].flat().map((name) => (name === 'number' ? 'integer' : String(name)))
}

/** The parts that the seed speaks of. We may accept more types than it names. */
function shown({ isRequired, schema }: Declaration, wanted: SeedParameter): SeedParameter {
  const types = typesOf(schema)
  return {
    type: wanted.type
      .split('|')
      .filter((type) => types.includes(type))
      .join('|'),
    ...(isRequired ? { isRequired } : {}),
    ...('default' in wanted ? { default: schema['default'] } : {}),
    ...(wanted.values ? { values: schema['enum'] as SeedParameter['values'] } : {}),
    ...(wanted.keys ? { keys: wanted.keys.filter((key) => key in ((schema['properties'] ?? {}) as object)) } : {}),
  } as SeedParameter
}

describe('the seed', () => {
  test('names these endpoints, and we declare them all', () => {
    expect(SEED_ENDPOINTS.map(({ at }) => at).filter((at) => !declared.has(at))).toEqual([])
    expect(SEED_ENDPOINTS).toHaveLength(21)
    for (const at of SENT_BY_THE_SERVER) expect(declared.has(at)).toBe(false)
  })

  describe.each(SEED_ENDPOINTS)('$at', ({ at, params, result = [], errors = [], auth }) => {
    const endpoint = declared.get(at)!

    test('has the parameters of the seed, with their types, defaults and values', () => {
      const ours = parametersOf(endpoint)
      const found = Object.entries(params).map(([name, wanted]) => [
        name,
        ours.has(name) && shown(ours.get(name)!, wanted),
      ])
      expect(Object.fromEntries(found)).toEqual(params)
    })

    test('has the result and the errors of the seed, for those who may call it', () => {
      expect(Object.keys(endpoint.result)).toEqual(expect.arrayContaining([...result]))
      expect(endpoint.errors).toEqual(expect.arrayContaining([...errors]))
      if (auth) expect(endpoint.auth).toBe(auth)
    })
  })
})
