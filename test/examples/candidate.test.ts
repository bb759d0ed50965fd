import { describe, expect, it } from 'vitest'
import { fetchApiKey } from '../../api/endpoints/authentication.ts'
import { uploadAvatar } from '../../api/endpoints/avatars.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { type Candidate, candidateOf, compareCandidates } from './candidate.ts'

const answer = { result: 'success', msg: '', id: 4, message_url: 'http://127.0.0.1:4711/#narrow', message_link: 'x' }
const args = { type: 'channel', to: 'general', topic: 'lunch', content: 'Hello' }
const sent = (more: object = {}, code = 'success'): Candidate => {
  const outcome = { operation: 'send-message', outcome: code, status: 200, args: { ...args, ...more }, answer }
  return candidateOf(sendMessage, outcome)!
}

describe('an example', () => {
  it('has the parameters as they were sent', () => {
    const { request } = sent({ read_by_sender: true, queue_id: undefined }).example
    expect(request).toEqual({ ...args, read_by_sender: 'true' })
  })

  it('names a file', () => {
    const file = { filename: 'me.png', type: 'image/png', bytes: new Uint8Array(3) }
    const outcome = { operation: 'upload-avatar', outcome: 'success', status: 200, args: { file }, answer: {} }
    expect(candidateOf(uploadAvatar, outcome)?.example.request).toEqual({ file: '@me.png' })
  })

  it('has no address, time, random id or secret of the run', () => {
    expect(sent().example.answer).toMatchObject({ message_url: 'https://chat.example.org/#narrow' })
    const of = (fields: object) =>
      candidateOf(fetchApiKey, { operation: '', outcome: 'success', status: 200, answer: { ...fields } })?.example
        .answer
    const now = Date.now() / 1000
    const uuid = crypto.randomUUID()
    const one = of({
      api_key: 'secret',
      date_created: now,
      queue_id: uuid,
      url: `/x/${uuid}`,
      at: '2031-02-03T04:05:06Z',
    })
    expect(one).toEqual({
      api_key: 'rK3vX9bQ7mT2wZ5nJ8cL4hP6dF1gS0yA',
      date_created: 1_767_605_400,
      queue_id: '3fa1c2de-7b04-4c19-9a53-0c8e51d2f6ab',
      url: '/x/3fa1c2de-7b04-4c19-9a53-0c8e51d2f6ab',
      at: '2026-01-05T09:30:00+00:00',
    })
    expect(of({ giphy_api_key: '', max_message_id: 5 })).toEqual({ giphy_api_key: '', max_message_id: 5 })
  })
})

describe('an answer of a server in trouble', () => {
  it('is no example', () => {
    const outcome = { operation: 'send-message', outcome: 'REQUEST_TIMEOUT', status: 503, args, answer }
    expect(candidateOf(sendMessage, outcome)).toBeNull()
  })
})

describe('the better example', () => {
  const isBetter = (one: Candidate, other: Candidate) =>
    compareCandidates(one, other, sendMessage) < 0 && compareCandidates(other, one, sendMessage) > 0

  it.each<[string, Candidate, Candidate]>([
    ['is plain', sent(), sent({ content: '‮\u0007' })],
    ['fits on a screen', sent({ content: 'x '.repeat(500) }), sent({ content: 'x '.repeat(3000) })],
    ['has values that say something', sent(), sent({ topic: '' })],
    ['has more parameters', sent(), sent({ topic: undefined })],
    ['is short', sent(), sent({ content: 'Hello, hello, hello' })],
    ['is an error of the operation itself', sent({}, 'STREAM_DOES_NOT_EXIST'), sent({}, 'BAD_REQUEST')],
    ['is an error that a caller can help', sent({}, 'BAD_REQUEST'), sent({}, 'RATE_LIMIT_HIT')],
  ])('%s', (_, one, other) => {
    expect(isBetter(one, other)).toBe(true)
  })

  it('is neither of two that are the same', () => {
    expect(compareCandidates(sent(), sent(), sendMessage)).toBe(0)
  })
})
