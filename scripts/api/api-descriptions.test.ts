import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { fieldsWithoutSentence, undescribed } from './api-descriptions.ts'

const operations: readonly Endpoint[] = Object.values(endpoints)
const [sendMessage] = operations.filter(({ id }) => id === 'send-message')

describe('the check of descriptions', () => {
  it('finds nothing to complain about in the API', () => {
    expect(undescribed(operations)).toEqual([])
  })

  it.each<[string, Partial<Endpoint>, string]>([
    ['no summary', { summary: '' }, 'has no summary'],
    ['a long summary', { summary: 'Send one message to one channel or to some people' }, 'more than eight words'],
    ['a description that is no sentence', { description: 'sends a message' }, '"sends a message" is not a sentence'],
    ['a case that is no sentence', { badRequests: ['empty'] }, '"empty" is not a sentence'],
    ['a header that is no sentence', { headers: { 'X-Y': 'some header' } }, '"some header" is not a sentence'],
  ])('finds %s', (_, wrong, problem) => {
    expect(undescribed([{ ...sendMessage!, ...wrong }])).toEqual([expect.stringContaining(problem)])
  })

  const operation = (schema: object) => ({
    get: { operationId: 'get-thing', parameters: [], responses: { 200: { schema } } },
  })
  const find = (schema: object, schemas = {}) =>
    fieldsWithoutSentence({ paths: { '/thing': operation(schema) }, components: { schemas } })

  it('finds a field without a sentence, however deep it lies', () => {
    const inner = { type: 'object', properties: { note: { type: 'string' } } }
    const list = { type: 'array', description: 'The notes.', items: { anyOf: [inner, { type: 'null' }] } }
    expect(find({ properties: { notes: list } })).toEqual([expect.stringContaining('get-thing.notes: "note"')])
  })

  it('finds a field of a shape with a name, and accepts the sentence of the shape', () => {
    const schemas = {
      Thing: { description: 'A thing.', properties: { size: { type: 'integer', description: 'big' } } },
    }
    const thing = { $ref: '#/components/schemas/Thing' }
    expect(find({ properties: { thing } }, schemas)).toEqual([expect.stringContaining('Thing: "size"')])
  })

  it('finds a shape with a name that nothing explains; an event is explained by its op', () => {
    const op = { const: 'add', description: 'A thing was added.' }
    const schemas = { Thing: { type: 'object' }, Event_thing_add: { type: 'object', properties: { op } } }
    expect(find({}, schemas)).toEqual([expect.stringContaining('Thing has no sentence')])
  })

  it('finds a parameter without a sentence', () => {
    const paths = { '/thing': { get: { operationId: 'get-thing', parameters: [{ name: 'id', in: 'query' }] } } }
    expect(fieldsWithoutSentence({ paths, components: { schemas: {} } })).toEqual([
      expect.stringContaining('get-thing: "id"'),
    ])
  })

  it('does not look into examples', () => {
    expect(find({ example: { properties: { note: {} } } })).toEqual([])
  })
})
