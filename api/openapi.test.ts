import { validate } from '@scalar/openapi-parser'
import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints/index.ts'
import { createOpenApi } from './openapi.ts'
import { OPERATION_GROUPS } from './operation-groups.ts'

const document = createOpenApi({ version: '0.0.0', url: 'http://localhost:9991' })

interface Operation {
  parameters: unknown[]
  requestBody?: { required: boolean; content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  responses: Record<string, { description: string }>
}

const post = (path: string) => document.paths[path]!['post'] as Operation
const fieldsOf = (path: string) =>
  post(path).requestBody!.content['application/x-www-form-urlencoded']!.schema.properties

describe('the OpenAPI document', () => {
  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
    )
    expect(ids.sort()).toEqual(
      Object.values(endpoints)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('points only at what it holds', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    for (const name of new Set(names)) expect(Object.keys(document.components.schemas)).toContain(name)
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
  })

  it('shows parameters as values, with their defaults', () => {
    const operation = document.paths['/messages']?.['get'] as { parameters: { name: string }[] }
    const { parameters } = operation
    const byName = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]))
    expect(byName).toMatchObject({
      client_gravatar: { in: 'query', required: false, schema: { type: 'boolean', default: true } },
      include_anchor: { schema: { type: 'boolean', default: true } },
      narrow: { content: { 'application/json': { schema: { default: [] } } } },
    })
  })

  it('is tried at the address it was read from', () => {
    expect(document.servers).toEqual([{ url: '/api/v1' }, { url: 'http://localhost:9991/api/v1' }])
  })

  it('knows no bounds but those of the contract', () => {
    expect(JSON.stringify(document).match(new RegExp(`-?${Number.MAX_SAFE_INTEGER}`, 'g'))).toBeNull()
  })

  it('asks for a body where one of its fields is required', () => {
    const isAsked = (path: string) => post(path).requestBody?.required
    expect([isAsked('/messages'), isAsked('/register')]).toEqual([true, false])
  })

  it('asks for a form of parts where a file is sent', () => {
    const { requestBody } = post('/users/me/avatar')
    const schema = { properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } } }
    expect(requestBody).toMatchObject({ required: true, content: { 'multipart/form-data': { schema } } })
    expect(Object.keys(requestBody!.content)).toEqual(['multipart/form-data'])
  })

  it('shows the values a parameter takes, though a wrong one is refused with a text of its own', () => {
    expect(fieldsOf('/messages/flags')['op']).toMatchObject({ type: 'string', enum: ['add', 'remove'] })
  })

  it('shows earlier names of parameters, and headers that are read', () => {
    expect(fieldsOf('/messages')).toMatchObject({
      subject: { type: 'string', deprecated: true, description: 'Deprecated. An earlier name of `topic`.' },
    })
    expect(post('/messages').parameters).toEqual([
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: expect.any(String),
        schema: { type: 'string' },
      },
    ])
  })

  it('puts every error under the status it is sent with', () => {
    const { responses } = post('/messages')
    expect(responses[503]?.description.match(/^`\w+`: [A-Z]/gm)).toEqual([
      '`SERVER_NOT_READY`: T',
      '`REQUEST_TIMEOUT`: T',
    ])
    expect(responses[400]?.description).toContain('- The message is empty.')
  })

  it('describes parameters by what is said outermost', () => {
    const operation = document.paths['/messages']?.['get'] as { parameters: { name: string }[] }
    const narrow = operation.parameters.find(({ name }) => name === 'narrow')
    expect(narrow).toMatchObject({ description: expect.stringMatching(/^Only messages that match/) })
    expect(fieldsOf('/messages')['read_by_sender']).toMatchObject({ description: expect.stringMatching(/^Whether/) })
    const { BasicChannel } = document.components.schemas
    expect(BasicChannel).toMatchObject({
      properties: { can_send_message_group: { $ref: expect.any(String), description: 'Who can post.' } },
    })
  })

  it('lists the groups that have operations, and puts each operation into one', () => {
    const groups = document.tags.map(({ name }) => name)
    const used = Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags))
    expect(groups).toEqual(Object.keys(OPERATION_GROUPS).filter((name) => groups.includes(name)))
    expect([...new Set(used)].sort()).toEqual(groups.toSorted())
  })

  it('shows the examples it is given', () => {
    const example = { request: {}, status: 200, answer: { result: 'success', msg: '', id: 5 } }
    const error = { request: {}, status: 400, answer: { result: 'error', msg: 'No.', code: 'BAD_REQUEST' } }
    const examples = { 'send-message': { success: example, error } }
    const { paths } = createOpenApi({ version: '0.0.0', url: '', examples })
    expect(paths['/messages']?.['post']?.responses).toMatchObject({
      200: { content: { 'application/json': { example: example.answer } } },
      400: { content: { 'application/json': { example: error.answer } } },
    })
  })

  it('is the same every time', () => {
    expect(createOpenApi({ version: '0.0.0', url: 'http://localhost:9991' })).toEqual(document)
  })

  it('is a valid OpenAPI document', async () => {
    const { valid, errors } = await validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })
})
