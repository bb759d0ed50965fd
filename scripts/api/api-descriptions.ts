import type { Endpoint } from '../../api/contract.ts'
import { createOpenApi } from '../../api/openapi.ts'
import type { JsonSchema } from '../../api/openapi-schema.ts'

const LONGEST_SUMMARY = 8

/** What the API page would not explain: one line each, with what to do. */
export function undescribed(endpoints: readonly Endpoint[]): string[] {
  return [...endpoints.flatMap(problemsOf), ...fieldsWithoutSentence(createOpenApi({ version: '', url: '' }))]
}

function problemsOf({ id, summary, description, badRequests = [], headers = {} }: Endpoint): string[] {
  const sentences = [description, ...badRequests, ...Object.values(headers)]
  return [
    ...(summary === '' ? [`${id}: has no summary.`] : []),
    ...(summary.split(' ').length > LONGEST_SUMMARY ? [`${id}: the summary has more than eight words.`] : []),
    ...sentences.filter((text) => !isSentence(text)).map((text) => `${id}: "${text}" is not a sentence.`),
  ]
}

/** It begins like one and ends like one. */
const isSentence = (text: unknown): boolean => typeof text === 'string' && /^[A-Z`].*[.]$/s.test(text)

interface Document {
  readonly paths: Record<string, Record<string, unknown>>
  readonly components: { readonly schemas: Record<string, JsonSchema> }
}

/** What a shape with a name is; an event is explained by its `op`. */
const meaningOf = ({ description, properties }: JsonSchema): unknown =>
  description ?? (properties as Record<string, JsonSchema> | undefined)?.['op']?.['description']

/** Every parameter and every field of an answer, an object or an event whose description is missing. */
export function fieldsWithoutSentence({ paths, components: { schemas } }: Document): string[] {
  const found = new Set<string>()
  const describedBy = ({ $ref, description }: JsonSchema): unknown =>
    description ?? schemas[String($ref).replace('#/components/schemas/', '')]?.['description']

  function requireSentence(place: string, name: string, field: JsonSchema): void {
    if (isSentence(describedBy(field))) return
    found.add(`${place}: "${name}" has no sentence: add .describe('…') to its declaration.`)
  }

  /** Properties can be anywhere below: in lists, in alternatives, in objects. */
  function walk(place: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) walk(place, item)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
      if (key === 'example') continue
      if (key === 'properties') {
        for (const [name, field] of Object.entries(inner as Record<string, JsonSchema>)) {
          requireSentence(place, name, field)
          walk(`${place}.${name}`, field)
        }
      } else walk(place, inner)
    }
  }

  for (const methods of Object.values(paths)) {
    for (const operation of Object.values(methods)) {
      const { operationId, parameters } = operation as {
        operationId: string
        parameters: (JsonSchema & { name: string })[]
      }
      for (const parameter of parameters) requireSentence(operationId, parameter.name, parameter)
      walk(operationId, operation)
    }
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isSentence(meaningOf(schema))) found.add(`${name} has no sentence: add .describe('…') to its declaration.`)
    walk(name, schema)
  }
  return [...found].sort()
}
