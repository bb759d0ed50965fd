import type { JsonSchema } from '../../../../api/openapi-schema.ts'
import { code, link } from './text.ts'

const REFERENCE = '#/components/schemas/'
const EVENT = 'Event_'

/** The type of a value in a few words of HTML: `array of string or null`. */
export function typeText(schema: JsonSchema): string {
  const { $ref, const: only, enum: values, anyOf, oneOf, type, items, additionalProperties } = schema
  if (typeof $ref === 'string') return referenceText($ref)
  if (only !== undefined) return code(JSON.stringify(only))
  if (Array.isArray(values)) return values.map((value) => code(JSON.stringify(value))).join(', ')
  const alternatives = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (alternatives) return [...new Set(alternatives.map(typeText))].join(' or ')
  if (type === 'array') return `array of ${items ? typeText(items as JsonSchema) : 'values'}`
  if (isSchema(additionalProperties)) return `map of ${typeText(additionalProperties)}`
  if (schema['contentMediaType'] !== undefined) return 'file'
  return typeof type === 'string' ? type : 'any value'
}

function referenceText(reference: string): string {
  const name = reference.replace(REFERENCE, '')
  return name.startsWith(EVENT) ? 'event' : link('object', name)
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** The objects inside a schema whose fields are shown below it; those with a name are shown under that name. */
export function innerObjects(schema: JsonSchema): JsonSchema[] {
  if (schema['$ref'] !== undefined) return []
  if (schema['properties'] !== undefined) return [schema]
  const { anyOf, oneOf, items, additionalProperties } = schema
  const inner = [...((anyOf ?? oneOf ?? []) as JsonSchema[]), items, additionalProperties].filter(isSchema)
  return inner.flatMap(innerObjects)
}
