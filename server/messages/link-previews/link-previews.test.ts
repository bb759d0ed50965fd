import type { ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { requireConversationLocks } from '../../../test/locks.ts'
import { opened } from '../../../test/opened.ts'
import { type Receiver, startReceiver } from '../../../test/outside/receiver.ts'
import { changeRealm } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'

const { createBot, getMessage, getMessageHistory, registerQueue, sendMessage, updateMessage } = endpoints

const page =
  (head: string, type = 'text/html'): Receiver['answer'] =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(`<html><head>${head}</head></html>`)

const SOUP = '<meta property="og:title" content="A &lt;soup&gt;"><meta property="og:image" content="/soup.png">'

describe('the preview of a page', () => {
  const clock = new TestClock()
  const site = opened(startReceiver)
  const { server, ann, bob } = useServer({
    members: ['ann', 'bob'],
    channel: 'lunch',
    clock,
    env: { PARLEY_OUTGOING_ALLOW: '127.0.0.1' },
  })

  beforeAll(async () => {
    await requireConversationLocks(server)
    await server.runJobs()
  })
  beforeEach(async () => {
    await changeRealm(server, { inline_url_embed_preview: true })
    site.requests.length = 0
    site.answer = page(SOUP)
  })

  const at = (path: string) => new URL(path, site.url).href
  const say = async (content: string, by: Pick<Person, 'client'> = ann) =>
    (await by.client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content })).id
  const shown = async (id: number) => (await bob.client.call(getMessage, { message_id: id })).message
  const rendered = async (content: string) => {
    const id = await say(content)
    await server.runJobs()
    return (await shown(id)).content
  }

  test('comes after the message, as a change of nothing but its HTML', async () => {
    const url = at('/soup')
    const id = await say(`see ${url}`)
    const told = await explains({ Ann: ann.client, Bob: bob.client }, () => server.runJobs())
    const { content, last_edit_timestamp, edit_history } = await shown(id)
    const link = `<a href="${url}">${url}</a>`
    expect(content).toMatch(
      new RegExp(`^<p>see ${link}</p>\n<div class="message_embed"><a class="message_embed_image"`),
    )
    expect(content).toContain(`href="${url}" style="background-image: url(&quot;/external_content/`)
    expect(content).toContain('title="A &lt;soup&gt;">A &lt;soup&gt;</a></div>')
    expect([last_edit_timestamp, edit_history]).toEqual([undefined, undefined])
    const event = {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      stream_id: server.channelId('lunch'),
      content: `see ${url}`,
      rendered_content: content,
      is_me_message: false,
    }
    expect(told).toMatchObject({ Ann: [{ ...event, flags: ['read'] }], Bob: [{ ...event, flags: [] }] })
    const { message_history } = await ann.client.call(getMessageHistory, { message_id: id })
    expect(message_history.length).toBe(1)
  })

  test('shows the picture through this server', async () => {
    const content = await rendered(at('/soup'))
    const [, src] = /url\(&quot;(.+?)&quot;\)/.exec(content)!
    site.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('soup')
    expect(await (await fetch(server.url + src)).text()).toBe('soup')
    expect(site.requests.at(-1)?.path).toBe('/soup.png')
  })

  test('follows an edit, also one that is made while the page is fetched', async () => {
    const id = await say(at('/old'))
    let edited: Promise<unknown> | undefined
    site.answer = (response, request) => {
      edited ??= ann.client.call(updateMessage, { message_id: id, content: `now ${at('/new')}` })
      void edited.then(() => page(SOUP)(response, request))
    }
    await server.runJobs()
    await server.runJobs()
    expect((await shown(id)).content).toMatch(/^<p>now .*message_embed.*href="[^"]+\/new"/s)
    expect(site.requests.map(({ path }) => path)).toEqual(['/old', '/new'])
  })

  test.each<[string, Receiver['answer']]>([
    ['names no picture', page('<title>Soup</title>')],
    ['is not HTML', page(SOUP, 'text/plain')],
    ['is missing', (response) => void response.writeHead(404, { 'content-type': 'text/html' }).end(SOUP)],
    [
      'breaks off',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9999' })
        response.write('<html>', () => response.destroy())
      },
    ],
    [
      'is not on the public internet',
      (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
  ])('is not there if the page %s', async (_, answer) => {
    site.answer = answer
    const url = at('/soup')
    expect(await rendered(url)).toBe(`<p><a href="${url}">${url}</a></p>`)
    expect(site.requests.length).toBe(1)
  })

  test('reads a page in the way it is written, and no more than its beginning', async () => {
    const head = Buffer.from(
      `<meta charset="iso-8859-1"><title>Cr\xe8me</title>${SOUP.replace(/^<meta[^>]+>/, '')}`,
      'latin1',
    )
    site.answer = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(head)
    expect(await rendered(at('/creme'))).toContain('>Crème</a>')
    const long = `<meta property="og:image" content="/a.png">${' '.repeat(600_000)}<meta property="og:title" content="late">`
    site.answer = page(long)
    expect(await rendered(at('/long'))).not.toContain('late')
  })

  test('is there although its title cannot be stored as it is', async () => {
    site.answer = page(SOUP.replace('soup&gt;', 'soup&gt;&#0;'))
    expect(await rendered(at('/nul'))).toContain('>A &lt;soup&gt;</a>')
  })

  test('is not there, and no page is fetched, for a text with more than 24 addresses', async () => {
    const addresses = (count: number) => Array.from({ length: count }, (_, n) => at(`/${n}`)).join(' ')
    expect(await rendered(addresses(25))).not.toContain('message_embed')
    expect(site.requests).toEqual([])
    expect((await rendered(addresses(24))).match(/"message_embed"/g)).toHaveLength(24)
  })

  test('is made from few pages at a time', async () => {
    const waiting: ServerResponse[] = []
    site.answer = (response) => void waiting.push(response)
    const id = await say(Array.from({ length: 7 }, (_, n) => at(`/few/${n}`)).join(' '))
    const running = server.runJobs()
    await expect.poll(() => waiting.length).toBe(3)
    // Whatever came before these requests has been handled after them.
    for (let round = 0; round < 5; round += 1) await shown(id)
    expect(waiting.length).toBe(3)
    site.answer = page(SOUP)
    for (const response of waiting) page(SOUP)(response, site.requests[0]!)
    await running
    expect((await shown(id)).content.match(/"message_embed"/g)).toHaveLength(7)
  })

  test('is not made for a message that waited for ten minutes', async () => {
    const [old, edited] = [await say(at('/old')), await say('Nothing')]
    clock.pass(601)
    await ann.client.call(updateMessage, { message_id: edited, content: at('/edited') })
    await say(at('/new'))
    await server.runJobs()
    expect(site.requests.map(({ path }) => path).sort()).toEqual(['/edited', '/new'])
    expect((await shown(old)).content).not.toContain('message_embed')
  })

  test('is not made for bots, nor where the organization does not want it, nor for its own addresses', async () => {
    await ann.client.call(createBot, { full_name: 'Linker', short_name: 'linker', bot_type: 1 })
    const bot = [...server.realm.users.values()].find(({ fullName }) => fullName === 'Linker')!
    await say(at('/bot'), { client: server.clientFor(bot) })
    await say(`${server.url}/api`)
    await changeRealm(server, { inline_url_embed_preview: false })
    await say(at('/off'))
    await server.runJobs()
    expect(site.requests).toEqual([])
  })

  test('is announced by the server', async () => {
    const state = await ann.client.call(registerQueue, { fetch_event_types: ['realm'] })
    expect([state.server_inline_url_embed_preview, state.realm_inline_url_embed_preview]).toEqual([true, true])
  })
})
