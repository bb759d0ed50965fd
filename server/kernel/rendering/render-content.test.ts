import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { changeAccount, changeRealm, group } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const wide = `$$\\begin{matrix}${'&'.repeat(250)}\\end{matrix}$$ `
/** A formula that is short to write and large to render, repeated up to the limit. */
const COSTLY = wide.repeat(Math.floor(10_000 / wide.length))

describe('a text', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  beforeAll(() =>
    ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [ann.id, bob.id] }),
  )

  const rendered = async (content: string, by = ann) =>
    (await by.client.call(endpoints.renderMessage, { content })).rendered
  const send = (content: string, more: object = {}) =>
    ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content, ...more })
  const storedHtml = async (content: string) => {
    const { id } = await send(content)
    return (await ann.client.call(endpoints.getMessage, { message_id: id })).message.content
  }
  const countOf = async (table: string) =>
    Number((await server.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

  describe('is rendered', () => {
    test('in the same way as when it is sent', async () => {
      const source = '**Soup** :smile:\n* a < b\n```js\nlet x\n```\n$$x^2$$ @**Bob** #**lunch**'
      const html = await rendered(source)
      expect(html).toContain('<strong>Soup</strong>')
      expect(html).toContain('class="emoji emoji-1f604"')
      expect(html).toContain('<li>a &lt; b</li>')
      expect(html).toContain('data-code-language="JavaScript"')
      expect(html).toContain('<span class="katex">')
      expect(html).toContain(`<span class="user-mention" data-user-id="${bob.id}">@Bob</span>`)
      expect(html).toContain('class="stream"')
      expect(await storedHtml(source)).toBe(html)
    })

    test.each(['', ' ', '\n\n'])('to nothing if it is empty: %j', async (content) => {
      expect(await rendered(content)).toBe('')
    })

    test('after it is cut like a message', async () => {
      const source = 'soup '.repeat(3_000)
      const html = await rendered(source)
      expect(html).toMatch(/<br>\n\[message truncated\]<\/p>$/)
      expect(html).toBe(await storedHtml(source))
      expect(await rendered('x'.repeat(10_000))).toBe(`<p>${'x'.repeat(10_000)}</p>`)
    })

    test('with the emoticon setting of its author', async () => {
      expect(await rendered('Soup :)')).toBe('<p>Soup :)</p>')
      await changeAccount(server, bob.id, { settings: JSON.stringify({ translate_emoticons: true }) })
      expect(await rendered('Soup :)', bob)).toContain('class="emoji emoji-1f642"')
    })

    test('with the default code language of the organization', async () => {
      await changeRealm(server, { default_code_block_language: 'python' })
      expect(await rendered('```\nx\n```')).toContain('data-code-language="Python"')
      await changeRealm(server, { default_code_block_language: '' })
      expect(await rendered('```\nx\n```')).not.toContain('data-code-language')
    })

    test('without notifying the people it mentions', async () => {
      await group(server, { name: 'closed', members: [bob], mentionedBy: 'role:nobody' })
      const queue = await bob.client.call(endpoints.registerQueue, { fetch_event_types: [] })
      const before = [await countOf('message'), await countOf('user_flag')]
      expect(await rendered('@**Bob** @**all** @**topic**')).toContain('data-user-id="*"')
      // Rendering it is allowed. Only sending it is forbidden.
      expect(await rendered('@*closed*')).toContain('user-group-mention')
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      expect((await bob.client.call(endpoints.getEvents, poll)).events).toEqual([])
      expect([await countOf('message'), await countOf('user_flag')]).toEqual(before)
    })
  })

  describe('that costs too much', () => {
    test('is not rendered', async () => {
      await refused(rendered(COSTLY), 'Unable to render message', { status: 400 })
      expect(await rendered(wide)).toContain('katex')
    })

    test('is not sent, and leaves nothing behind', async () => {
      const tables = ['message', 'conversation', 'topic', 'user_flag', 'sent_key']
      const before = await Promise.all(tables.map(countOf))
      await refused(send(COSTLY, { topic: 'new' }), 'Unable to render message', { status: 400 })
      const direct = { type: 'direct', to: `[${bob.id}]`, content: COSTLY } as const
      await refused(ann.client.call(endpoints.sendMessage, direct), 'Unable to render message')
      expect(await Promise.all(tables.map(countOf))).toEqual(before)
    })
  })

  describe('of a channel’s description', () => {
    const describedAs = async (name: string) => {
      const { streams } = await ann.client.call(endpoints.getStreams, {})
      return streams.find((channel) => channel.name === name)!
    }

    test('is Markdown', async () => {
      const description = '**Soup**, and :tada: every <day>'
      const queue = await bob.client.call(endpoints.registerQueue, { fetch_event_types: [] })
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'menu', description }] })
      const rendered_description = (await describedAs('menu')).rendered_description
      expect(rendered_description).toContain('<p><strong>Soup</strong>, and <span aria-label="tada"')
      expect(rendered_description).toContain('every &lt;day&gt;</p>')
      expect(await describedAs('menu')).toMatchObject({ description })
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      const { events } = await bob.client.call(endpoints.getEvents, poll)
      expect(events[0]).toMatchObject({
        type: 'stream',
        op: 'create',
        streams: [{ description, rendered_description }],
      })
    })

    test('is empty if there is none', async () => {
      expect(await describedAs('lunch')).toMatchObject({ description: '', rendered_description: '' })
    })
  })
})
