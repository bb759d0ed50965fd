import { badRequest } from '../../../api/errors.ts'
import { widgetText } from './read-widget.ts'

const refusal = (problem: string) => badRequest(`Widgets: ${problem}`)

/** The data of a form that a bot sends along with a message, as JSON text. There is one kind: choices. */
export function checkForm(text: string): string {
  const widget = parse(text)
  if (!isObject(widget)) throw refusal('widget_content is not a dict')
  for (const key of ['widget_type', 'extra_data'])
    if (!(key in widget)) throw refusal(`${key} is not in widget_content`)
  const { widget_type: type, extra_data: data } = widget
  if (!isObject(data)) throw refusal('extra_data is not a dict')
  if (type !== 'zform') throw refusal(`unknown widget type: ${type}`)
  if (!('type' in data)) throw refusal('zform is missing type field')
  if (data['type'] !== 'choices') throw refusal(`unknown zform type: ${data['type']}`)
  requireText(data, 'extra_data', ['heading'])
  const { choices } = data
  if (!Array.isArray(choices)) throw refusal('extra_data["choices"] is not a list')
  for (const [index, choice] of choices.entries())
    requireText(choice, `extra_data["choices"][${index}]`, ['short_name', 'long_name', 'reply'])
  return widgetText('zform', data)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal('API programmer sent invalid JSON content')
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function requireText(value: unknown, name: string, keys: readonly string[]): void {
  if (!isObject(value)) throw refusal(`${name} is not a dict`)
  for (const key of keys) {
    if (!Object.hasOwn(value, key)) throw refusal(`${name}["${key}"] field is missing: Field required`)
    if (typeof value[key] !== 'string') throw refusal(`${name}["${key}"] is not a string`)
  }
}
