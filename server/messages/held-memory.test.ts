import { expect, test } from 'vitest'
import { heldAfter } from '../../test/http/heap-fixture.ts'
import { useServer } from '../../test/use-server.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'talk' })

async function send(form: Record<string, string>): Promise<{ result: string; msg: string }> {
  const authorization = `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}`
  const body = new URLSearchParams({ type: 'channel', to: 'talk', topic: 'x', ...form })
  const response = await fetch(`${server.url}/api/v1/messages`, { method: 'POST', headers: { authorization }, body })
  return (await response.json()) as { result: string; msg: string }
}

const LONG = 900_000
const longMessages: Record<string, (n: number) => Record<string, string>> = {
  'an unknown parameter': (n) => ({ content: `a-message-of-mine-${n}`, padding: 'x'.repeat(LONG) }),
  'a text that is cut': (n) => ({ content: `a-message-of-mine-${n}${'x'.repeat(LONG)}` }),
  'blanks behind the text': (n) => ({ content: `a-message-of-mine-${n}${' '.repeat(LONG)}` }),
  'blanks behind the topic': (n) => ({ content: 'x', topic: `a-topic-of-mine-${n}${' '.repeat(LONG)}` }),
}

test.each(Object.entries(longMessages))('the newest messages in memory do not keep %s', async (_, form) => {
  const held = await heldAfter(async () => {
    for (let n = 0; n < 30; n += 1) expect(await send(form(n))).toMatchObject({ result: 'success' })
  })
  expect(held).toBeLessThan(10)
})

test.each(['queue_id', 'local_id'])('a long %s is refused, because it would be kept with the message', async (name) => {
  const marks = { queue_id: 'q', local_id: '1', [name]: 'x'.repeat(501) }
  expect(await send({ content: 'x', ...marks })).toMatchObject({ msg: `${name} is too long (limit: 500 characters)` })
})
