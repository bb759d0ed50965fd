import { events } from '../../../../api/events/index.ts'
import type { OpenApi } from '../../../../api/openapi.ts'
import type { JsonSchema } from '../../../../api/openapi-schema.ts'
import { type Field, fieldList, fieldsOf } from './fields.ts'
import { anchor, code, sentence } from './text.ts'
import { innerObjects, typeText } from './type-text.ts'

const isEvent = (name: string): boolean => name.startsWith('Event_')

/** The shapes with a name, in the order of their names. */
export function objectSections({ components: { schemas } }: OpenApi): string {
  const names = Object.keys(schemas).filter((name) => !isEvent(name))
  return names
    .sort()
    .map((name) => objectSection(name, schemas[name]!))
    .join('\n')
}

function objectSection(name: string, schema: JsonSchema): string {
  const { description } = schema
  const intro = typeof description === 'string' ? `<p>${sentence(description)}</p>` : ''
  const type = schema['properties'] ? '' : `<p>${typeText(schema)}</p>`
  const fields = innerObjects(schema).map((object) => fieldList(fieldsOf(object)))
  return `<section class="shape" id="${anchor('object', name)}"><h3>${code(name)}</h3>${intro}${type}${fields.join('')}</section>`
}

/** By type: operations say which types they cause. */
export function eventSections({ components: { schemas } }: OpenApi): string {
  const byType = Map.groupBy(Object.keys(events), (name) => name.split('/')[0]!)
  return [...byType]
    .map(([type, names]) => {
      const forms = names.map((name) => eventForm(name, schemas[`Event_${name.replace('/', '_')}`]!))
      return `<section class="shape" id="${anchor('events', type)}"><h3>${code(type)}</h3>${forms.join('\n')}</section>`
    })
    .join('\n')
}

function eventForm(name: string, schema: JsonSchema): string {
  const fields = fieldsOf(schema)
  const op = fields.find((field) => field.name === 'op')
  const description = String(schema['description'] ?? op?.schema['description'] ?? '')
  const own = fields.filter((field) => !['id', 'type', 'op'].includes(field.name))
  return `<h4 id="${anchor('event', name)}">${titleOf(name, op)}</h4><p>${sentence(description)}</p>${fieldList(own)}`
}

const titleOf = (name: string, op: Field | undefined): string =>
  op ? `${code('op')} ${typeText(op.schema)}` : code(name)
