import { badRequest } from '../../../api/errors.ts'

/** The problem with a value, as the text after its name. Undefined if there is none. */
type Check = (value: unknown) => string | undefined

const MAX_WIDGET_ITEMS = 1_000

const text: Check = (value) => (typeof value === 'string' ? undefined : 'is not a string')
const yesOrNo: Check = (value) => (typeof value === 'boolean' ? undefined : 'is not a boolean')
const whole: Check = (value) => (Number.isInteger(value) ? undefined : 'is not an integer')

const index: Check = (value) => {
  if (!Number.isInteger(value)) return whole(value)
  if (Number(value) < 0) return 'is too small'
  return Number(value) > MAX_WIDGET_ITEMS ? 'is too large' : undefined
}

const vote: Check = (value) => whole(value) ?? (value === 1 || value === -1 ? undefined : 'is neither 1 nor -1')

interface Form {
  readonly fields: Readonly<Record<string, Check>>
  /** The refusal for everybody but the sender of the message. */
  readonly authorOnly?: string
}

/** What can be done with a widget, by the `type` of the data. */
const FORMS: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  poll: {
    vote: { fields: { key: text, vote } },
    question: {
      fields: { question: text },
      authorOnly: "You can't edit a question unless you are the author.",
    },
    new_option: { fields: { idx: index, option: text } },
  },
  todo: {
    new_task: { fields: { key: index, task: text, desc: text, completed: yesOrNo } },
    strike: { fields: { key: text } },
    new_task_list_title: {
      fields: { title: text },
      authorOnly: "You can't edit the task list title unless you are the author.",
    },
  },
}

/** Throws if the data cannot be added to a message that is this kind of widget. Others take any JSON. */
export function checkSubmessage(content: string, widget: string | undefined, isAuthor: boolean): void {
  const data = parse(content)
  const forms = widget !== undefined && Object.hasOwn(FORMS, widget) ? FORMS[widget]! : undefined
  if (!forms) return
  const name = `${widget} data`
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw badRequest(`${name} is not a dict`)
  const { type, ...fields } = data as Record<string, unknown>
  if (type === undefined) throw badRequest(`${name}["type"] field is missing: Field required`)
  if (typeof type !== 'string') throw badRequest(`${name}["type"] is not a string`)
  const form = Object.hasOwn(forms, type) ? forms[type]! : undefined
  if (!form) throw badRequest(`Unknown type for ${name}: ${type}`)
  if (form.authorOnly !== undefined && !isAuthor) throw badRequest(form.authorOnly)
  checkFields(fields, form, name)
}

function checkFields(fields: Readonly<Record<string, unknown>>, form: Form, name: string): void {
  for (const [key, check] of Object.entries(form.fields)) {
    if (!Object.hasOwn(fields, key)) throw badRequest(`${name}["${key}"] field is missing: Field required`)
    const problem = check(fields[key])
    if (problem !== undefined) throw badRequest(`${name}["${key}"] ${problem}`)
  }
  const unexpected = Object.keys(fields).find((key) => !Object.hasOwn(form.fields, key))
  if (unexpected !== undefined) throw badRequest(`Argument "${unexpected}" at ${name} is unexpected`)
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw badRequest('Invalid json for submessage')
  }
}
