import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import { breaches } from '../../../../test/breaches.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { zipFile } from '../../../../test/imports/export-folder.ts'
import { allMessages, clientOfImported, importFrom } from '../../../../test/imports/imports-of.ts'
import {
  type SlackFixture,
  slackChannel,
  slackEntries,
  slackMessage,
  slackUser,
} from '../../../../test/imports/slack.ts'
import { takeMails } from '../../../../test/outside/mails.ts'
import { type Receiver, startReceiver } from '../../../../test/outside/receiver.ts'
import { openSlack } from './source.ts'

const { getStreams, getUsers, getMessageHistory } = endpoints

const at = (second: number) => `17000000${second}.000100`

const fixture: SlackFixture = {
  users: [
    slackUser('U1', 'Ann', { is_admin: true }),
    slackUser('U2', 'Bob'),
    { id: 'U3', name: 'cho', profile: { real_name: 'Cho' } },
    { id: 'U6', name: 'robot', is_bot: true, profile: { real_name: 'Robot', bot_id: 'B6' } },
  ],
  channels: [
    slackChannel('C1', 'general', ['U1', 'U2', 'U3'], { is_general: true }),
    slackChannel('C2', 'garden', ['U1', 'U2'], { purpose: { value: 'All about <#C1|general>' } }),
  ],
  groups: [slackChannel('G1', 'secret', ['U1'])],
  dms: [{ id: 'D1', members: ['U1', 'U2'] }],
  days: {
    'garden/2023-11-14': [
      slackMessage('U1', at(10), 'Which *roses*?', { thread_ts: at(10), reply_count: 1 }),
      slackMessage('U2', at(20), '<@U1>: red &amp; white', {
        thread_ts: at(10),
        edited: { user: 'U2', ts: at(25) },
        reactions: [{ name: 'thumbsup', users: ['U1'] }],
      }),
      slackMessage('U1', at(30), `see <https://acme.slack.com/archives/C1/p17000000400001${'00'}>`),
      { ts: at(35), subtype: 'bot_message', bot_id: 'B6', text: '<!channel> watered' },
    ],
    'general/2023-11-14': [slackMessage('U3', at(40), 'hello everybody'), slackMessage('U1', at(50), 'welcome')],
    'secret/2023-11-14': [slackMessage('U1', at(60), 'for me only')],
    'D1/2023-11-14': [slackMessage('U2', at(70), 'psst')],
  },
}

describe('an import from Slack', () => {
  let server: TestServer
  let receiver: Receiver

  beforeEach(async () => {
    server = await startTestServer({ env: { PARLEY_OUTGOING_ALLOW: '127.0.0.1' } })
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await receiver.close()
    await server.close()
  })

  const run = (source: SlackFixture, fetchFiles = false) =>
    importFrom(server, openSlack, zipFile(slackEntries(source)), fetchFiles)

  test('brings people, channels, threads and direct messages', async () => {
    const { added, report } = await run(fixture)
    expect(added).toEqual({ people: 3, bots: 1, channels: 3, subscriptions: 6, messages: 8, reactions: 1 })
    expect([report.skipped, [...report.left]]).toEqual([[], []])

    const ann = clientOfImported(server, 'ann@example.com')
    const annId = server.realm.accountByEmail('ann@example.com')!.id
    const all = await allMessages(ann)
    const greeting = all.find(({ content }) => content === 'hello everybody')!
    expect(all.map((one) => [one.sender_full_name, one.timestamp - 1_700_000_000, one.subject, one.content])).toEqual([
      ['Ann', 10, 'Which roses?', 'Which **roses**?'],
      ['Bob', 20, 'Which roses?', `@**Ann|${annId}**: red & white`],
      ['Ann', 30, 'Imported from Slack', expect.stringContaining(`${greeting.id}`)],
      ['Robot', 35, 'Imported from Slack', '@**all** watered'],
      ['Cho', 40, 'Imported from Slack', 'hello everybody'],
      ['Ann', 50, 'Imported from Slack', 'welcome'],
      ['Ann', 60, 'Imported from Slack', 'for me only'],
      ['Bob', 70, '', 'psst'],
    ])
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b))
    expect(all.every(({ flags }) => flags.includes('read'))).toBe(true)
    const answer = all[1]!
    expect(answer.reactions).toMatchObject([{ emoji_name: '+1', user_id: annId }])
    expect(answer.last_edit_timestamp).toBe(1_700_000_025)
    const { message_history: history } = await ann.call(getMessageHistory, { message_id: answer.id })
    expect(history).toHaveLength(2)
    const rendered = await allMessages(ann, true)
    expect(rendered[0]?.content).toBe('<p>Which <strong>roses</strong>?</p>')

    const bob = await allMessages(clientOfImported(server, 'bob@example.com'))
    expect(bob.map(({ content }) => content)).not.toContain('for me only')
    const { members } = await server.owner.call(getUsers, {})
    const imported = members.filter(({ full_name: name }) => ['Ann', 'Bob', 'Cho', 'Robot'].includes(name))
    expect(
      imported.map((one) => [one.full_name, one.delivery_email, one.role, one.is_bot, one.is_imported_stub]),
    ).toEqual([
      ['Ann', 'ann@example.com', 200, false, true],
      ['Bob', 'bob@example.com', 400, false, true],
      ['Cho', 'U3@slack.invalid', 400, false, true],
      ['Robot', 'U6@slack.invalid', 400, true, false],
    ])
    const { streams } = await ann.call(getStreams, {})
    const shown = streams.map(({ name, invite_only, description }) => [name, [invite_only, description]])
    expect(Object.fromEntries(shown)).toEqual({
      garden: [false, 'All about #**general (imported)**'],
      general: [false, expect.any(String)],
      'general (imported)': [false, ''],
      secret: [true, ''],
    })
    expect(await breaches(server)).toEqual([])
    expect(await takeMails(server)).toEqual([])
  })

  test('twice is once, and a grown export adds what is new to the same topics', async () => {
    await run(fixture)
    const ann = clientOfImported(server, 'ann@example.com')
    const before = await allMessages(ann)
    expect((await run(fixture)).added).toEqual({ messages: 0 })
    expect(await allMessages(ann)).toEqual(before)

    await ann.call(endpoints.updateMessage, {
      message_id: before[0]!.id,
      topic: 'Roses',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    })
    const [root, answer, ...rest] = fixture.days!['garden/2023-11-14'] as Record<string, unknown>[]
    const grown: SlackFixture = {
      ...fixture,
      users: [...fixture.users, slackUser('U4', 'Dora')],
      days: {
        ...fixture.days,
        'garden/2023-11-14': [
          { ...root, text: 'Which ones?' },
          { ...answer, text: 'edited since', reactions: [{ name: 'thumbsup', users: ['U1', 'U2'] }] },
          ...rest,
        ],
        'garden/2023-11-15': [
          slackMessage('U4', at(80), 'pink ones', { thread_ts: at(10) }),
          // A message that had no reply until now, with the same first words.
          slackMessage('U2', at(81), 'which roses?', { thread_ts: at(81), reply_count: 1 }),
          slackMessage('U2', at(82), 'again', { thread_ts: at(81) }),
        ],
      },
    }
    const { added } = await run(grown)
    expect(added).toEqual({ people: 1, messages: 3, reactions: 1 })
    const all = await allMessages(ann)
    expect(all.slice(before.length).map(({ subject, content }) => [subject, content])).toEqual([
      ['Roses', 'pink ones'],
      ['which roses?', 'which roses?'],
      ['which roses?', 'again'],
    ])
    expect(all[1]?.content).toBe(before[1]?.content)
    expect(all[1]?.reactions).toHaveLength(2)
    expect(await breaches(server)).toEqual([])
  })

  test('takes everything but what is broken', async () => {
    const { added, report } = await run({
      ...fixture,
      days: { ...fixture.days, 'garden/2023-11-13': '[{', 'general/2023-11-16': [{ ts: 'never' }, 'text'] },
    })
    expect(added['messages']).toBe(8)
    expect(report.skipped.map(({ where, why }) => `${where}: ${why}`)).toEqual([
      'general/2023-11-16.json, message 1: it has no time',
      'general/2023-11-16.json, message 2: it has no time',
      'garden/2023-11-13.json: it is not JSON',
    ])
    expect(await breaches(server)).toEqual([])
  })

  test('fetches files if it is told to, and keeps links to those that it does not get', async () => {
    receiver.answer = (response, { path }) => {
      if (path.startsWith('/plan')) response.writeHead(200, { 'content-type': 'text/plain' }).end('the plan')
      else if (path.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end('sign in')
      else if (path.startsWith('/long')) response.writeHead(200).end('x'.repeat(1_000))
      else response.writeHead(404).end()
    }
    const file = (id: string, path: string, more = {}) => ({
      id,
      name: path,
      mimetype: 'text/plain',
      size: 8,
      url_private: new URL(`/${path}?t=key`, receiver.url).href,
      ...more,
    })
    const files = [
      file('F1', 'plan.txt'),
      file('F2', 'page.txt'),
      file('F3', 'gone.txt'),
      file('F4', 'long.txt'),
      file('F5', 'inside.txt', { url_private: 'http://192.168.0.1/inside.txt' }),
    ]
    const days = { 'garden/2023-11-14': [slackMessage('U1', at(10), 'files', { files })] }
    const { added, report } = await run({ ...fixture, days }, true)
    expect(added).toMatchObject({ messages: 1, files: 1 })
    expect(report.skipped.map(({ where, why }) => [where.slice(-2), why])).toEqual([
      ['F2', 'it could not be fetched: Slack asks for a sign-in'],
      ['F3', 'it could not be fetched: Slack answered 404'],
      ['F4', 'it could not be fetched: it is larger than the export says'],
      ['F5', 'it could not be fetched: the address is not on the public internet'],
    ])
    expect(report.left.has('files that the archive does not contain')).toBe(false)
    const [message] = await allMessages(clientOfImported(server, 'bob@example.com'))
    const lines = message!.content.split('\n')
    expect(lines[1]).toMatch(/^\[plan\.txt\]\(\/user_uploads\//)
    expect(lines.slice(2)).toEqual(
      ['page', 'gone', 'long']
        .map((name) => `[${name}.txt](${new URL(`/${name}.txt`, receiver.url).href})`)
        .concat(['[inside.txt](http://192.168.0.1/inside.txt)']),
    )
    expect(receiver.requests.map(({ path }) => path)).toContain('/plan.txt?t=key')
    expect(await breaches(server)).toEqual([])
  })
})
