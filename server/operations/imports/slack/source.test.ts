import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listOf, temporaryFolder, zipFile } from '../../../../test/imports/export-folder.ts'
import {
  type SlackFixture,
  slackChannel,
  slackEntries,
  slackMessage,
  slackUser,
} from '../../../../test/imports/slack.ts'
import { ImportReport } from '../report.ts'
import type { SourceMessage } from '../source.ts'
import { openSlack } from './source.ts'

const ann = slackUser('U1', 'Ann', { is_primary_owner: true, is_owner: true, is_admin: true, tz: 'Europe/Berlin' })
const bob = slackUser('U2', 'Bob')
const users = [ann, bob]
const channels = [slackChannel('C1', 'general', ['U1', 'U2'], { is_general: true })]

async function open(fixture: Partial<SlackFixture>) {
  const report = new ImportReport()
  const path = zipFile(slackEntries({ users, channels, ...fixture }))
  const source = await openSlack(path, { report, fetchFiles: false })
  return { source, report }
}

async function messagesOf(days: SlackFixture['days'], more: Partial<SlackFixture> = {}) {
  const { source, report } = await open({ days: days ?? {}, ...more })
  const messages = await listOf(source.messages())
  const reactions = await listOf(source.reactions?.())
  await source.close()
  return { messages, reactions, report }
}

const topics = (messages: readonly SourceMessage[]) =>
  messages.map(({ to, content }) => ['topic' in to ? to.topic : to.people, content.join('')])

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'it was taken',
    (error: Error) => error.message.replace(/^\S+/, 'FILE'),
  )

test('people have their names, addresses and roles', async () => {
  const { source } = await open({
    users: [
      ann,
      slackUser('U3', 'Cho', { is_admin: true }),
      slackUser('U4', 'Dora', { is_restricted: true, deleted: true }),
      { id: 'U5', name: 'eve', profile: { display_name: 'Eve' } },
      { id: 'U6', name: 'robot', is_bot: true, profile: { real_name: 'Robot', bot_id: 'B6' } },
      { id: 'USLACKBOT', name: 'slackbot', profile: {} },
    ],
  })
  expect(source.identity).toBe('T1')
  const people = await listOf(source.people())
  expect(
    people.map(({ id, email, fullName, role, isActive, isBot }) => [id, email, fullName, role, isActive, isBot]),
  ).toEqual([
    ['U1', 'ann@example.com', 'Ann', 100, true, false],
    ['U3', 'cho@example.com', 'Cho', 200, true, false],
    ['U4', 'dora@example.com', 'Dora', 600, false, false],
    ['U5', 'U5@slack.invalid', 'Eve', 400, true, false],
    ['U6', 'U6@slack.invalid', 'Robot', 400, true, true],
    ['USLACKBOT', 'USLACKBOT@slack.invalid', 'slackbot', 400, true, true],
  ])
  expect(people[0]?.timezone).toBe('Europe/Berlin')
})

test('channels are public, private or archived, and their long names are cut and stay different', async () => {
  const long = 'x'.repeat(70)
  const { source, report } = await open({
    channels: [
      slackChannel('C1', 'general', ['U1', 'U2'], {
        is_general: true,
        purpose: { value: 'for <@U1>' },
        pins: [{ id: '1.2' }],
      }),
      slackChannel('C2', `${long}a`, []),
      slackChannel('C3', `${long}b`, [], { is_archived: true }),
    ],
    groups: [slackChannel('G1', 'secret', ['U1'])],
  })
  const found = await listOf(source.channels())
  expect(
    found.map(({ id, name, inviteOnly, isArchived, isDefault }) => [id, name, inviteOnly, isArchived, isDefault]),
  ).toEqual([
    ['C1', 'general', false, false, true],
    ['C2', `${'x'.repeat(59)}…`, false, false, false],
    ['C3', `${'x'.repeat(55)}… (2)`, false, true, false],
    ['G1', 'secret', true, false, false],
  ])
  expect(found[0]?.description).toEqual(['for ', { person: 'U1', else: '@Ann' }])
  expect(await listOf(source.subscriptions())).toMatchObject([
    { personId: 'U1', channelId: 'C1' },
    { personId: 'U2', channelId: 'C1' },
    { personId: 'U1', channelId: 'G1' },
  ])
  expect([...report.left]).toEqual([['pins', 1]])
})

test('threads become topics, and everything else is one topic', async () => {
  const days = {
    'general/2026-01-02': [
      slackMessage('U1', '1.000001', 'Lunch?', { thread_ts: '1.000001', reply_count: 2 }),
      slackMessage('U2', '2.000001', 'hello'),
      slackMessage('U2', '3.000001', 'yes', { thread_ts: '1.000001' }),
      slackMessage('U1', '4.000001', 'lunch?', { thread_ts: '4.000001', replies: [{ user: 'U2', ts: '9.000001' }] }),
    ],
    'general/2026-01-03': [
      slackMessage('U2', '9.000001', 'again', { thread_ts: '4.000001' }),
      slackMessage('U2', '9.500001', 'late', { thread_ts: '1.000001', subtype: 'thread_broadcast' }),
      slackMessage('U2', '9.600001', 'the first one is gone', { thread_ts: '0.000001' }),
      slackMessage('U1', '9.700001', 'no replies', { thread_ts: '9.700001', reply_count: 0 }),
    ],
  }
  const { messages, report } = await messagesOf(days)
  expect(topics(messages)).toEqual([
    ['Lunch?', 'Lunch?'],
    ['Imported from Slack', 'hello'],
    ['Lunch?', 'yes'],
    ['lunch? (2)', 'lunch?'],
    ['lunch? (2)', 'again'],
    ['Lunch?', 'late'],
    ['the first one is gone', 'the first one is gone'],
    ['Imported from Slack', 'no replies'],
  ])
  expect(messages[0]).toMatchObject({ id: 'C1/1.000001', senderId: 'U1', sentAt: 1.000001 })
  expect(report.skipCount).toBe(0)
})

test('a thread is one also if only its replies say so', async () => {
  const { messages } = await messagesOf({
    'general/2026-01-02': [
      slackMessage('U1', '1.000001', 'Lunch?'),
      slackMessage('U1', '1.500001', 'Dinner?', { thread_ts: '1.500001' }),
    ],
    'general/2026-01-03': [
      slackMessage('U2', '2.000001', 'yes', { thread_ts: '1.000001' }),
      slackMessage('U2', '3.000001', 'no', { thread_ts: '1.500001' }),
    ],
  })
  expect(topics(messages)).toEqual([
    ['Lunch?', 'Lunch?'],
    ['Dinner?', 'Dinner?'],
    ['Lunch?', 'yes'],
    ['Dinner?', 'no'],
  ])
})

test('direct messages go to everybody in them', async () => {
  const { messages, report } = await messagesOf(
    {
      'D1/2026-01-02': [slackMessage('U1', '1.1', 'psst', { thread_ts: '1.1', reply_count: 1 })],
      'mpdm-ann--bob--cho-1/2026-01-02': [slackMessage('U3', '2.1', 'all')],
      'D2/2026-01-02': [slackMessage('U1', '3.1', 'note to self')],
    },
    {
      users: [...users, slackUser('U3', 'Cho')],
      dms: [
        { id: 'D1', members: ['U1', 'U2'] },
        { id: 'D2', members: ['U1', 'U1'] },
      ],
      mpims: [{ id: 'G9', name: 'mpdm-ann--bob--cho-1', members: ['U1', 'U2', 'U3'] }],
    },
  )
  expect(topics(messages)).toEqual([
    [['U1', 'U2', 'U3'], 'all'],
    [['U1', 'U2'], 'psst'],
    [['U1'], 'note to self'],
  ])
  expect([...report.left]).toEqual([['threads of direct messages', 1]])
})

test('applications and guests of other workspaces are people of their own', async () => {
  const fixture = {
    users: [...users, { id: 'U6', name: 'robot', is_bot: true, profile: { real_name: 'Robot', bot_id: 'B6' } }],
    days: {
      'general/2026-01-02': [
        { ts: '1.1', subtype: 'bot_message', bot_id: 'B6', text: 'of a user' },
        { ts: '2.1', subtype: 'bot_message', bot_id: 'B7', username: 'Deploy', text: 'of an application' },
        { ts: '3.1', subtype: 'bot_message', username: 'Old Hook', text: 'of a hook' },
        slackMessage('U9', '4.1', 'of a guest', { user_profile: { real_name: 'Zoe' } }),
      ],
    },
  }
  const { source } = await open(fixture)
  const people = (await listOf(source.people())).slice(3)
  expect(people.map(({ id, fullName, isBot, email }) => [id, fullName, isBot, email])).toEqual([
    ['B7', 'Deploy', true, 'B7@slack.invalid'],
    ['bot:Old Hook', 'Old Hook', true, 'bot-Old-Hook@slack.invalid'],
    ['U9', 'Zoe', false, 'U9@slack.invalid'],
  ])
  expect((await listOf(source.messages())).map(({ senderId }) => senderId)).toEqual(['U6', 'B7', 'bot:Old Hook', 'U9'])
})

test('reactions, edits, files, blocks and attachments are taken', async () => {
  const { messages, reactions, report } = await messagesOf({
    'general/2026-01-02': [
      slackMessage('U1', '1.1', 'look', {
        edited: { user: 'U1', ts: '5.0' },
        reactions: [
          { name: 'thumbsup', users: ['U1', 'U2', 'U8'] },
          { name: 'thumbsup::skin-tone-3', users: ['U2'] },
          { name: 'party_parrot', users: ['U1'] },
        ],
        files: [
          {
            id: 'F1',
            name: 'plan.pdf',
            url_private: 'https://files.slack.com/files-pri/T1-F1/plan.pdf?t=xoxe-1-secret',
          },
          { id: 'F2', mode: 'tombstone' },
        ],
      }),
      slackMessage('U1', '2.1', '', { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'in *blocks*' } }] }),
      slackMessage('U1', '3.1', 'waves', { subtype: 'me_message' }),
      slackMessage('U1', '4.1', 'see <https://example.com>', {
        attachments: [{ from_url: 'https://example.com', title: 'A page' }],
      }),
      slackMessage('U1', '5.1', ''),
      slackMessage('U1', '6.1', '<@U1> has joined', { subtype: 'channel_join' }),
      slackMessage('U1', '7.1', 'This message was deleted.', { subtype: 'tombstone' }),
    ],
  })
  expect(messages.map(({ content }) => content)).toEqual([
    ['look\n[plan.pdf](https://files.slack.com/files-pri/T1-F1/plan.pdf)\nF2 (a file that Slack no longer has)'],
    ['in **blocks**'],
    ['/me waves'],
    ['see https://example.com'],
  ])
  expect(JSON.stringify(messages)).not.toContain('secret')
  expect(reactions.map(({ messageId, personId, emoji }) => [messageId, personId, emoji])).toEqual([
    ['C1/1.1', 'U1', { name: '+1' }],
    ['C1/1.1', 'U2', { name: '+1' }],
  ])
  expect(messages[0]?.edits).toEqual([{ personId: 'U1', at: 5, previousContent: messages[0]?.content }])
  expect(Object.fromEntries(report.left)).toEqual({
    'files that Slack no longer has': 1,
    'links to files at Slack, which --fetch-files would fetch': 1,
    'previews of pages': 1,
    'messages without a text': 1,
    "notices of Slack's own, such as joins and leaves": 1,
    'deleted messages': 1,
    'reactions of people who are not listed': 1,
    'reactions with emoji of the workspace, which no export contains': 1,
  })
})

test('broken records are skipped with their places, once', async () => {
  const { messages, report } = await messagesOf(
    {
      'general/2026-01-01': '{"not": "a list"}',
      'general/2026-01-02': '[{"ts": ',
      'general/2026-01-03': [null, 7, { text: 'no time' }, { ts: 'x' }, { ts: '1.1', text: 'no author' }],
      'general/2026-01-04': [slackMessage('U1', '1.2', 'fine'), slackMessage('U1', '1.2', 'fine')],
      'unknown/2026-01-04': [slackMessage('U1', '1.3', 'nowhere')],
    },
    { users: [...users, null, { name: 'no id' }, ann] },
  )
  expect(topics(messages)).toEqual([['Imported from Slack', 'fine']])
  expect(report.skipped).toEqual([
    { where: 'users.json, entry 3', why: 'it has no id' },
    { where: 'users.json, entry 4', why: 'it has no id' },
    { where: 'users.json, U1', why: 'it is there twice' },
    { where: 'unknown', why: 'no list names this conversation' },
    { where: 'general/2026-01-01.json', why: 'it is not a list' },
    { where: 'general/2026-01-02.json', why: 'it is not JSON' },
    { where: 'general/2026-01-03.json, message 1', why: 'it has no time' },
    { where: 'general/2026-01-03.json, message 2', why: 'it has no time' },
    { where: 'general/2026-01-03.json, message 3', why: 'it has no time' },
    { where: 'general/2026-01-03.json, message 4', why: 'it has no time' },
    { where: 'general/2026-01-03.json, 1.1', why: 'it does not say who wrote it' },
  ])
})

test('an unpacked export, also inside a folder, is the same', async () => {
  const days = { 'general/2026-01-02': [slackMessage('U1', '1.1', 'hello')] }
  const folder = temporaryFolder()
  for (const { name, content } of slackEntries({ users, channels, days })) {
    const path = join(folder, 'Acme export', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content!)
  }
  for (const path of [folder, join(folder, 'Acme export')]) {
    const source = await openSlack(path, { report: new ImportReport(), fetchFiles: false })
    expect(topics(await listOf(source.messages()))).toEqual([['Imported from Slack', 'hello']])
  }
})

test('what is no export is refused in one sentence', async () => {
  const opened = (entries: Parameters<typeof zipFile>[0]) =>
    refusal(openSlack(zipFile(entries), { report: new ImportReport(), fetchFiles: false }))
  const rest = ': choose the file or folder that the export wrote.'
  expect(await opened([])).toBe(`FILE is not an export of Slack (it has no users.json)${rest}`)
  expect(await opened([{ name: 'users.json', content: '[]' }])).toBe(
    `FILE is not an export of Slack (it has no channels.json)${rest}`,
  )
  const list = { name: 'channels.json', content: '[]' }
  expect(await opened([list, { name: 'users.json', content: '{}' }])).toBe(
    `FILE is not an export of Slack (users.json is not a list)${rest}`,
  )
  expect(await opened([list, { name: 'users.json', content: '\x89PNG' }])).toBe(
    `FILE is not an export of Slack (users.json: it is not JSON)${rest}`,
  )
  const damaged = slackEntries({ users, channels, days: { 'general/2026-01-02': [] } })
  damaged[2] = { ...damaged[2]!, crc: 7 }
  expect(await opened(damaged)).toBe(
    'FILE is damaged (general/2026-01-02.json: its checksum differs): copy it again completely, or export again.',
  )
})
