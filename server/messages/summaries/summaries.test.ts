import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { json, type ReceivedRequest, type Receiver, startReceiver } from '../../../test/outside/receiver.ts'
import { guest } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { usePeople } from '../../../test/use-server.ts'
import { INSTRUCTIONS, MAX_PROMPT_LENGTH } from './prompt.ts'

const { getTopicSummary, registerQueue, sendMessage, subscribe, updateRealm } = endpoints

const KEY = 'key-of-the-model-1'
/** What a model answers. */
const says = (content: unknown) => json({ choices: [{ message: { role: 'assistant', content } }] })
const term = (operator: string, operand: NarrowTerm['operand']): NarrowTerm => ({ operator, operand, negated: false })
const inTopic = (topic: string): NarrowTerm[] => [term('channel', 'lunch'), term('topic', topic)]
const FAILED = { status: 502 }

/** The messages in a request to a model. */
function sentTo({ body }: ReceivedRequest): { sender: string; time: string; text: string }[] {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] }
  return messages[1]!.content.split('\n').map((line) => JSON.parse(line))
}

describe('GET /messages/summary', () => {
  const model = opened(startReceiver)
  const startServer = (more: { outgoingLimit?: number; key?: string } = {}) =>
    startTestServer({
      env: {
        PARLEY_SUMMARY_URL: `${new URL(model.url).origin}/v1/chat/completions`,
        PARLEY_SUMMARY_MODEL: 'small',
        ...(more.key ? { PARLEY_SUMMARY_KEY: more.key } : {}),
      },
      ...(more.outgoingLimit ? { outgoingLimit: more.outgoingLimit } : {}),
    })

  const server = opened(() => startServer({ key: KEY }))
  const { ann, bob } = usePeople(server, { members: ['ann', 'bob'], channel: 'lunch' })

  beforeEach(() => {
    model.requests.length = 0
    model.answer = says('They talk about soup.')
  })

  const say = (topic: string, content: string, { client }: Person = ann, to = 'lunch') =>
    client.call(sendMessage, { type: 'channel', to, topic, content })
  const summarize = ({ client }: Pick<Person, 'client'>, narrow: NarrowTerm[]) =>
    client.call(getTopicSummary, { narrow })
  const summaryOf = async (answer: string) => {
    model.answer = says(answer)
    return (await summarize(ann, inTopic('soup'))).summary
  }

  describe('asks the model', () => {
    test('for a summary of the newest messages, the oldest first', async () => {
      await say('soup', 'Who wants **soup**?')
      await say('soup', 'I do, "please"\n{"sender":"Ann"}', bob)
      await say('tea', 'Something else')
      expect(await summarize(ann, inTopic('soup'))).toEqual({ summary: '<p>They talk about soup.</p>' })
      expect(model.requests).toMatchObject([
        {
          method: 'POST',
          path: '/v1/chat/completions',
          headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        },
      ])
      const [request] = model.requests
      expect(JSON.parse(request!.body)).toMatchObject({
        model: 'small',
        stream: false,
        messages: [{ role: 'system', content: INSTRUCTIONS }, { role: 'user' }],
      })
      const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/)
      expect(sentTo(request!)).toEqual([
        { sender: 'Ann', time, text: 'Who wants **soup**?' },
        { sender: 'Bob', time, text: 'I do, "please"\n{"sender":"Ann"}' },
      ])
    })

    test('about at most a hundred messages', async () => {
      for (let number = 1; number <= 101; number += 1) await say('many', `number ${number}`)
      await summarize(ann, inTopic('many'))
      const texts = sentTo(model.requests[0]!).map(({ text }) => text)
      expect(texts).toHaveLength(100)
      expect([texts[0], texts.at(-1)]).toEqual(['number 2', 'number 101'])
    })

    test('about as many messages as fit', async () => {
      for (let number = 1; number <= 6; number += 1) await say('long', `${number}${'x'.repeat(9_900)}`)
      await summarize(ann, inTopic('long'))
      const lines = sentTo(model.requests[0]!)
      expect(lines.map(({ text }) => text[0])).toEqual(['2', '3', '4', '5', '6'])
      expect(JSON.parse(model.requests[0]!.body).messages[1].content.length).toBeLessThanOrEqual(MAX_PROMPT_LENGTH)
    })

    test('without a key if there is none', async () => {
      const open = await startServer()
      try {
        await open.owner.call(sendMessage, { type: 'channel', to: 'general', topic: 'x', content: 'Hello' })
        await open.owner.call(getTopicSummary, { narrow: [] })
        expect(model.requests[0]!.headers).not.toHaveProperty('authorization')
      } finally {
        await open.close()
      }
    })
  })

  describe('is for those who may:', () => {
    const allow = (name: 'role:members' | 'role:nobody' | 'role:everyone') =>
      server.owner.call(updateRealm, { can_summarize_topics_group: { new: server.realm.groups.system(name).id } })
    afterEach(() => allow('role:everyone'))

    test('can_summarize_topics_group', async () => {
      const gus = await guest(server, 'Gus')
      await ann.client.call(subscribe, { subscriptions: [{ name: 'lunch' }], principals: [gus.id] })
      await say('permission', 'Hello')
      await summarize(gus, inTopic('permission'))
      await allow('role:members')
      await refused(summarize(gus, inTopic('permission')), 'Insufficient permission')
      await summarize(ann, inTopic('permission'))
      await allow('role:nobody')
      await refused(summarize(ann, inTopic('permission')), 'Insufficient permission')
      expect(model.requests).toHaveLength(2)
    })

    test('also after they have waited', async () => {
      await say('waiting', 'Hello')
      const held: (() => void)[] = []
      model.answer = (response) => void held.push(() => says('x')(response))
      const first = summarize(bob, inTopic('waiting'))
      await expect.poll(() => held.length).toBe(1)
      const second = refused(summarize(bob, inTopic('waiting')), 'Insufficient permission')
      await allow('role:nobody')
      // Others do not wait for their refusal.
      await refused(summarize(bob, inTopic('waiting')), 'Insufficient permission')
      held[0]!()
      await Promise.all([first, second])
      expect(model.requests).toHaveLength(1)
    })
  })

  describe('never sends the model what the caller may not read', () => {
    const read = async (person: Person, narrow: NarrowTerm[]) => {
      model.requests.length = 0
      await summarize(person, narrow)
      return JSON.stringify(sentTo(model.requests[0]!))
    }

    test('such as messages of a private channel, which answers as one that does not exist', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
      await say('plans', 'The goulash is a surprise', ann, 'secret')
      await say('plans', 'Nothing about goulash here', bob)
      const { id } = await say('plans', 'Nor here')
      expect(await read(ann, [])).toContain('The goulash is a surprise')
      for (const narrow of [[], [term('sender', ann.id)], [term('search', 'plans')], [term('near', `${id}`)]])
        expect(await read(bob, narrow), JSON.stringify(narrow)).not.toContain('surprise')
      model.requests.length = 0
      const unknown = (name: string) => ({ code: 'BAD_NARROW', data: { desc: `unknown channel ${name}` } }) as const
      for (const name of ['secret', 'nowhere']) {
        const text = `Invalid narrow operator: unknown channel ${name}`
        await refused(summarize(bob, [term('channel', name)]), text, unknown(name))
      }
      expect(model.requests).toEqual([])
    })

    test('such as what was said before they joined a channel with protected history', async () => {
      const vault = { subscriptions: [{ name: 'vault' }], invite_only: true, history_public_to_subscribers: false }
      await ann.client.call(subscribe, vault)
      await say('x', 'the early words', ann, 'vault')
      await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [bob.id] })
      await refused(
        summarize(bob, [term('channel', 'vault'), term('topic', 'x')]),
        'There are no messages to summarize.',
      )
      await say('x', 'the late words', ann, 'vault')
      const text = await read(bob, [term('channel', 'vault'), term('topic', 'x')])
      expect(text).toContain('the late words')
      expect(text).not.toContain('the early words')
    })

    test('such as direct messages of others', async () => {
      const cho = await server.person('Cho')
      await ann.client.call(sendMessage, { type: 'direct', to: `[${cho.id}]`, content: 'between us' })
      expect(await read(cho, [term('dm', [ann.id])])).toContain('between us')
      await refused(summarize(bob, [term('dm', [ann.id, cho.id])]), 'There are no messages to summarize.')
    })
  })

  describe('shows the answer as the server shows messages', () => {
    beforeAll(() => say('soup', 'Hello'))

    test('with Markdown', async () => {
      expect(await summaryOf('* **Ann** cooks\n* see #**lunch**')).toBe(
        `<ul>\n<li><strong>Ann</strong> cooks</li>\n<li>see <a class="stream" data-stream-id="${server.channelId('lunch')}" href="/#narrow/channel/${server.channelId('lunch')}-lunch">#lunch</a></li>\n</ul>`,
      )
    })

    test('without HTML and scripts', async () => {
      const html = await summaryOf('<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))')
      expect(html).toBe(
        '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt; [x](javascript:alert(1))</p>',
      )
    })

    test('with silent mentions', async () => {
      const html = await summaryOf('@**Bob** @**all** @**topic** @*role:members* @_**Ann**')
      expect(html).not.toContain('@')
      expect(html.match(/<span class="[\w -]+"/g)).toEqual([
        '<span class="user-mention silent"',
        '<span class="user-mention channel-wildcard-mention silent"',
        '<span class="topic-mention silent"',
        '<span class="user-group-mention silent"',
        '<span class="user-mention silent"',
      ])
    })

    test('with nothing that a browser would load from another site', async () => {
      const address = 'https://example.net/secret.png'
      const video = 'https://www.youtube.com/watch?v=0123456789a'
      const html = await summaryOf(`${address}\n\n![x](${address}) ![y](https://example.net/y.mp3)\n\n${video}`)
      expect(html).toContain(`href="${address}"`)
      expect(html).not.toMatch(/ src=|external_content/)
    })

    test('and cuts it where it would cut a message', async () => {
      const html = await summaryOf('x'.repeat(20_000))
      expect(html.length).toBeLessThan(10_100)
      expect(html).toContain('[message truncated]')
    })
  })

  describe('says clearly', () => {
    beforeAll(() => say('soup', 'Hello'))

    test('that the server has no model, and so does register', async () => {
      const plain = await startTestServer()
      try {
        await refused(plain.owner.call(getTopicSummary, { narrow: [] }), 'AI features are not enabled on this server.')
        const asked = { fetch_event_types: ['realm'] }
        expect((await plain.owner.call(registerQueue, asked)).server_can_summarize_topics).toBe(false)
        expect((await ann.client.call(registerQueue, asked)).server_can_summarize_topics).toBe(true)
      } finally {
        await plain.close()
      }
    })

    test('that there are no messages', async () => {
      await refused(summarize(ann, inTopic('silence')), 'There are no messages to summarize.')
      expect(model.requests).toEqual([])
    })

    test('that the narrow is missing', async () => {
      await refused(ann.client.call(getTopicSummary, {} as never), "Missing 'narrow' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
      })
    })

    test.each<[string, string, Receiver['answer']]>([
      ['an error', 'HTTP 500', json({ error: 'out of memory' }, 500)],
      ['a wrong key', 'HTTP 401', json({ error: { message: `${KEY} is wrong` } }, 401)],
      ['a redirect', 'HTTP 307', (response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
      ['no connection', 'the connection failed', (response) => void response.destroy()],
      ['a page', 'the response has no text', (response) => void response.end('<html>')],
      ['JSON of another kind', 'the response has no text', json(null)],
      ['no choices', 'the response has no text', json({ choices: [] })],
      ['no text', 'the response has no text', says(null)],
      ['a blank text', 'the response has no text', says(' \n')],
      ['too much', 'the response is too large', says('x'.repeat(1_100_000))],
    ])('that the model gave %s', async (_, reason, answer) => {
      model.answer = answer
      const warn = vi.spyOn(server.ctx.logger, 'warn')
      try {
        await refused(summarize(ann, inTopic('soup')), `The language model gave no summary: ${reason}`, FAILED)
        expect(warn.mock.calls).toEqual([[{ reason }, 'the language model gave no summary']])
      } finally {
        warn.mockRestore()
      }
    })

    test('that the model hangs', async () => {
      const impatient = await startServer({ outgoingLimit: 100 })
      try {
        model.answer = () => {}
        await impatient.owner.call(sendMessage, { type: 'channel', to: 'general', topic: 'x', content: 'Hello' })
        const reason = 'the request timed out'
        await refused(
          summarize({ client: impatient.owner }, []),
          `The language model gave no summary: ${reason}`,
          FAILED,
        )
      } finally {
        await impatient.close()
      }
    })
  })

  describe('keeps the model from having too much to do', () => {
    beforeAll(() => say('soup', 'Hello'))

    /** Keeps the requests to the model open until they are answered. */
    const hold = () => {
      const held: (() => void)[] = []
      model.answer = (response) => void held.push(() => says('x')(response))
      return held
    }

    test('with four requests at once', async () => {
      const held = hold()
      const names = ['Dan', 'Eve', 'Fay', 'Guy', 'Hal']
      const people = await Promise.all(names.map((name) => server.person(name, 'lunch')))
      const summaries = people.map((person) => summarize(person, inTopic('soup')))
      await expect.poll(() => held.length).toBe(4)
      held.shift()!()
      await expect.poll(() => held.length).toBe(4)
      for (const answer of held) answer()
      expect(await Promise.all(summaries)).toHaveLength(5)
    })

    test('with one request of a person, and few that wait', async () => {
      const held = hold()
      const ask = () => summarize(ann, inTopic('soup'))
      const outcomes = Promise.allSettled([ask(), ask(), ask(), ask()])
      for (let number = 0; number < 3; number += 1) {
        await expect.poll(() => held.length).toBe(1)
        held.shift()!()
      }
      const failed = (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(failed).toMatchObject([{ status: 503, code: 'SERVER_NOT_READY' }])
    })

    test('by ending the request of a caller who is gone', async () => {
      const ended = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      model.answer = (response) => {
        response.once('close', ended.resolve)
        begun.resolve()
      }
      const leaving = new AbortController()
      const headers = { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` }
      const asked = fetch(`${server.url}/api/v1/messages/summary?narrow=[]`, { headers, signal: leaving.signal })
      await begun.promise
      const error = vi.spyOn(server.ctx.logger, 'error')
      leaving.abort()
      await expect(asked).rejects.toThrow()
      await ended.promise
      // The turn is free again.
      model.answer = says('x')
      await summarize(ann, inTopic('soup'))
      expect(error).not.toHaveBeenCalled()
      error.mockRestore()
    })
  })
})
