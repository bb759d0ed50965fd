import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { json, type Receiver, startReceiver } from '../../../test/outside/receiver.ts'
import { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import { MAX_OPEN_REQUESTS, PushRelay } from './push-relay.ts'

const SUCCESS = json({ result: 'success', msg: '' })

describe('the push relay', () => {
  const receiver = opened(startReceiver)

  beforeEach(() => {
    receiver.requests.length = 0
    receiver.answer = SUCCESS
  })

  const ask = (relay: PushRelay, signal = new AbortController().signal) => relay.notifyDevices('uuid', ['x'], signal)
  const allowed = (url = receiver.url) => new PushRelay(url, new OutgoingRequests(['127.0.0.1']))
  const unanswered = { name: 'RelayFailure', status: null }

  test('gets credentials only if its address has some', async () => {
    await ask(allowed())
    await ask(allowed(receiver.url.replace('//', '//name:100%25@')))
    const sent = receiver.requests.map(({ headers }) => headers.authorization)
    expect(sent).toEqual([undefined, `Basic ${btoa('name:100%')}`])
  })

  test('is not asked at an address that is not permitted', async () => {
    const forbidden = ask(new PushRelay(receiver.url, new OutgoingRequests([])))
    await expect(forbidden).rejects.toMatchObject({
      ...unanswered,
      message: 'the address is not on the public internet',
    })
    expect(receiver.requests).toEqual([])
  })

  test('is asked by few requests at once', async () => {
    const stop = new AbortController()
    const relay = allowed()
    receiver.answer = () => {}
    const waiting = Array.from({ length: MAX_OPEN_REQUESTS }, () => ask(relay, stop.signal))
    const full = { ...unanswered, message: 'too many requests wait for its answer' }
    await expect(ask(relay)).rejects.toMatchObject(full)
    stop.abort(new Error('stopping'))
    const ended = await Promise.allSettled(waiting)
    expect(ended.map((one) => 'reason' in one && `${one.reason}`)).toEqual(
      Array(MAX_OPEN_REQUESTS).fill('Error: stopping'),
    )
    receiver.answer = SUCCESS
    await ask(relay)
  })

  test.each([
    [json({ result: 'error', code: 'REQUEST_EXPIRED' }, 400), { status: 400, code: 'REQUEST_EXPIRED' }],
    [json({ result: 'error', code: 7 }, 400), { status: 400, code: null }],
    [json({ result: 'success' }, 302), { status: 302 }],
    [json(null), { status: 200, code: null }],
    [(response) => void response.end('<p>Hello</p>'), { status: 200, code: null }],
  ] satisfies [Receiver['answer'], object][])('can refuse in many ways (%#)', async (answer, failure) => {
    receiver.answer = answer
    await expect(ask(allowed())).rejects.toMatchObject({ name: 'RelayFailure', ...failure })
  })
})
