import type { JsonSchema } from '../../../../api/openapi-schema.ts'
import { code, sentence } from './text.ts'
import { innerObjects, typeText } from './type-text.ts'

export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  /** What to say about its presence: `required`, `optional`, or nothing. */
  readonly presence: string
  /** `path`, `header`, `JSON`. */
  readonly notes?: readonly string[]
}

/** This number of fields is shown at once; a click opens a longer list. */
const SHOWN = 40

export function fieldList(fields: readonly Field[], what = 'fields'): string {
  if (fields.length === 0) return ''
  const list = `<dl class="fields">${fields.map(fieldItem).join('')}</dl>`
  if (fields.length <= SHOWN) return list
  return `<details><summary>Show all ${fields.length} ${what}</summary>${list}</details>`
}

function fieldItem({ name, schema, presence, notes = [] }: Field): string {
  const { description, default: value } = schema
  const marks = [...notes, presence].filter((mark) => mark !== '')
  const badges = marks.map((mark) => ` <span class="mark ${mark}">${mark}</span>`).join('')
  const preset = value === undefined ? '' : ` Default: ${code(JSON.stringify(value))}.`
  const inner = innerObjects(schema).map((object) => fieldList(fieldsOf(object)))
  const text = `${sentence(String(description ?? ''))}${preset}`
  return `<dt>${code(name)} <span class="type">${typeText(schema)}</span>${badges}</dt><dd>${text}${inner.join('')}</dd>`
}

/** The fields of an object; those that are always there are not marked. */
export function fieldsOf({ properties, required }: JsonSchema): Field[] {
  const always = new Set((required ?? []) as string[])
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    schema,
    presence: always.has(name) ? '' : 'optional',
  }))
}
