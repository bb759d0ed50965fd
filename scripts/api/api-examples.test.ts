import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { getOwnUser } from '../../api/endpoints/users.ts'
import { exampleProblems, fits, readExamples } from './api-examples.ts'

const answer = { result: 'success', msg: '', id: 4, message_url: 'https://x', message_link: 'x' }
const success = { request: { type: 'channel', to: 'general', topic: 'hello', content: 'Hi' }, status: 200, answer }
const error = {
  request: { type: 'channel' },
  status: 400,
  answer: { result: 'error', msg: "Missing 'content' argument", code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' },
}

describe('the check of examples', () => {
  it('finds nothing to complain about in the API', async () => {
    expect(exampleProblems(Object.values<Endpoint>(endpoints), await readExamples())).toEqual([])
  })

  it('asks for a success, and for an error where one is declared', () => {
    const missing = (endpoint: Endpoint) => exampleProblems([endpoint], {}).map((line) => line.split(' (')[0])
    expect(missing(sendMessage)).toEqual(['send-message: a success', 'send-message: an error'])
    expect(missing(getOwnUser)).toEqual(['get-own-user: a success'])
    expect(exampleProblems([sendMessage], { 'send-message': { success, error } })).toEqual([])
  })

  it('finds an example of an operation that does not exist any more', () => {
    expect(exampleProblems([], { 'send-pigeon': { success } })).toEqual([expect.stringContaining('send-pigeon')])
  })

  it.each<[string, object]>([
    ['with a parameter that does not exist', { ...success, request: { ...success.request, wings: '2' } }],
    ['without a required parameter', { ...success, request: { type: 'channel' } }],
    ['with a value that is not allowed', { ...success, request: { ...success.request, type: 'pigeon' } }],
    ['without a field of the answer', { ...success, answer: { ...answer, id: undefined } }],
    ['with a field that the answer does not have', { ...success, answer: { ...answer, wings: 2 } }],
    ['with an error that is not declared', { ...error, answer: { ...error.answer, code: 'BAD_IMAGE' } }],
  ])('refuses an example %s', (_, example) => {
    expect(fits(sendMessage, example as typeof success)).toBe(false)
  })

  it('accepts the parameters that the server ignored', () => {
    const ignored = { ...answer, ignored_parameters_unsupported: ['wings'] }
    expect(fits(sendMessage, { ...success, answer: ignored })).toBe(true)
  })
})
