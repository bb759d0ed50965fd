import type { Endpoint } from '../../../../api/contract.ts'
import { ERRORS, type ErrorCode } from '../../../../api/errors.ts'
import type { Example, OperationExamples } from '../../../../api/examples.ts'
import type { OperationDocument } from '../../../../api/openapi.ts'
import type { JsonSchema } from '../../../../api/openapi-schema.ts'
import { API_PREFIX } from '../../../../api/prefix.ts'
import { escapeHtml } from '../escape-html.ts'
import { curl } from './curl.ts'
import { type Field, fieldList, fieldsOf } from './fields.ts'
import { anchor, code, sentence } from './text.ts'

const CALLERS: Record<Endpoint['auth'], string> = {
  server: 'Anyone, without authentication.',
  none: 'Anyone, without authentication.',
  optional: 'Every user, and visitors without an account.',
  user: 'Every user, and every bot that is not an incoming webhook.',
  administrator: 'Administrators and owners.',
  owner: 'Owners.',
}

function callersOf({ auth, webhookBots, keyInQuery }: Endpoint): string {
  if (keyInQuery) return 'Every bot, also with its key as <code>api_key</code> in the address.'
  return webhookBots ? 'Every user and every bot.' : CALLERS[auth]
}

export interface ShownOperation {
  readonly endpoint: Endpoint
  readonly document: OperationDocument
  readonly examples: OperationExamples | undefined
}

/** Everything about one operation. */
export function operationSection({ endpoint, document, examples }: ShownOperation): string {
  const { id, summary, description, emits = [] } = endpoint
  const parameters = parametersOf(document)
  const events = emits.map((type) => `<a href="#${anchor('events', type)}">${code(type)}</a>`).join(', ')
  return `<section class="operation" id="${anchor('operation', id)}">
<h3>${escapeHtml(summary)}</h3>
<p class="address">${address(endpoint)}</p>
<p>${sentence(description)}</p>
<p class="facts"><strong>Who can call it:</strong> ${callersOf(endpoint)}${events ? ` <strong>Events:</strong> ${events}.` : ''}</p>
<div class="columns"><div>
<h4>Parameters</h4>
${fieldList(parameters, 'parameters') || '<p>None.</p>'}
<h4>Answer</h4>
${fieldList(resultFields(document)) || '<p>Only <code>result</code> and <code>msg</code>.</p>'}
<h4>Errors</h4>
${errorList(endpoint)}
</div><div class="examples">${exampleBlocks(endpoint, examples)}</div></div>
</section>`
}

export const address = ({ method, path }: Endpoint): string =>
  `<span class="method ${method.toLowerCase()}">${method}</span> <code>${API_PREFIX}${escapeHtml(path)}</code>`

function parametersOf({ parameters, requestBody }: OperationDocument): Field[] {
  const visible = parameters.map((parameter) => {
    const { name, in: place, required, description } = parameter
    const json = 'content' in parameter ? parameter.content?.['application/json'].schema : undefined
    const schema = (json ?? parameter.schema) as JsonSchema
    const notes = [...(place === 'query' ? [] : [place]), ...(json ? ['JSON'] : [])]
    return { name, schema: { ...schema, description }, presence: presenceOf(required), notes }
  })
  const [form] = Object.values(requestBody?.content ?? {})
  const json = new Set(Object.keys(form?.encoding ?? {}))
  const required = new Set<string>(form?.schema.required ?? [])
  const fields = Object.entries(form?.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    presence: presenceOf(required.has(name)),
    notes: json.has(name) && !['integer', 'boolean'].includes(String(schema['type'])) ? ['JSON'] : [],
  }))
  const isHeader = ({ notes }: Field) => notes?.includes('header')
  return [...visible.filter((field) => !isHeader(field)), ...fields, ...visible.filter(isHeader)]
}

const presenceOf = (required: boolean): string => (required ? 'required' : '')

/** The same in every answer; the introduction explains them. */
const ENVELOPE = ['result', 'msg', 'ignored_parameters_unsupported']

const resultFields = ({ responses }: OperationDocument): Field[] =>
  fieldsOf(responses[200].content['application/json'].schema).filter(({ name }) => !ENVELOPE.includes(name))

function errorList({ errors, badRequests = [] }: Endpoint): string {
  const cases = badRequests.map((text) => `<li>${sentence(text)}</li>`).join('')
  const own = errors.map((error) => errorItem(error)).join('')
  const badRequest = cases === '' ? '' : errorItem('BAD_REQUEST', `<ul>${cases}</ul>`)
  return `<dl class="fields">${own}${badRequest}</dl><p>And the <a href="#errors">errors of every operation</a>.</p>`
}

export const errorItem = (error: ErrorCode, more = ''): string =>
  `<dt>${code(error)} <span class="type">${ERRORS[error].status}</span></dt><dd>${sentence(ERRORS[error].meaning)}${more}</dd>`

function exampleBlocks(endpoint: Endpoint, examples: OperationExamples | undefined): string {
  if (!examples) return ''
  const { success, error } = examples
  const request = `<h4>Example</h4><pre>${escapeHtml(curl(endpoint, success))}</pre>`
  return request + answerBlock('Answer', success) + (error ? errorBlock(endpoint, error) : '')
}

const answerBlock = (title: string, { status, answer }: Example): string =>
  `<p class="caption">${title} <span class="type">${status}</span></p><pre>${escapeHtml(JSON.stringify(answer, null, 2))}</pre>`

const errorBlock = (endpoint: Endpoint, error: Example): string =>
  `<details><summary>An error</summary><pre>${escapeHtml(curl(endpoint, error))}</pre>${answerBlock('Answer', error)}</details>`
