import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listOf, temporaryFolder, zipFile } from '../../../../test/imports/export-folder.ts'
import {
  mattermostChannel,
  mattermostEntries,
  mattermostLines,
  mattermostPost,
  mattermostTeam,
  mattermostUser,
} from '../../../../test/imports/mattermost.ts'
import { ImportReport } from '../report.ts'
import type { SourceMessage } from '../source.ts'
import { openMattermost } from './source.ts'

const SECOND = 1_000
const team = mattermostTeam('acme', 'Acme')
const square = mattermostChannel('acme', 'town-square', 'Town Square')
const ann = mattermostUser('ann', { acme: ['town-square'] }, { roles: 'system_user system_admin' })
const bob = mattermostUser('bob', { acme: ['town-square'] })

type Rows = Parameters<typeof mattermostLines>[0]

async function open(rows: Rows, files: Record<string, string> = {}) {
  const report = new ImportReport()
  const path = zipFile(mattermostEntries(mattermostLines(rows), files))
  return { source: await openMattermost(path, { report, fetchFiles: false }), report }
}

async function messagesOf(posts: Rows, files?: Record<string, string>) {
  const { source, report } = await open([team, square, ann, bob, ...posts], files)
  return { messages: await listOf(source.messages()), report, source }
}

const topics = (messages: readonly SourceMessage[]) =>
  messages.map(({ to, content }) => ['topic' in to ? to.topic : to.people, content.join('')])

const post = (user: string, seconds: number, text: string, more = {}) =>
  mattermostPost('acme:town-square', user, seconds * SECOND, text, more)

const reply = (user: string, seconds: number, message: string, more = {}) => ({
  user,
  message,
  create_at: seconds * SECOND,
  ...more,
})

test('teams become folders, and names that two teams have get the name of the team', async () => {
  const long = 'y'.repeat(64)
  const { source } = await open([
    team,
    mattermostTeam('labs', `Labs ${'z'.repeat(70)}`, { type: 'I', allow_open_invite: false }),
    square,
    mattermostChannel('acme', 'design', 'Design', { type: 'P', purpose: 'for ~town-square', header: '@ann' }),
    mattermostChannel('labs', 'town-square', 'town square'),
    mattermostChannel('labs', 'y1', long),
    mattermostChannel('labs', 'y2', long, { deleted_at: 5 }),
    ann,
    mattermostUser('bob', {
      acme: [{ name: 'town-square', favorite: true, notify_props: { mark_unread: 'mention' } }],
    }),
  ])
  expect((await listOf(source.folders?.())).map(({ id, name }) => [id, name])).toEqual([
    ['acme', 'Acme'],
    ['labs', `Labs ${'z'.repeat(54)}…`],
  ])
  const channels = await listOf(source.channels())
  expect(
    channels.map(({ id, name, inviteOnly, isArchived, folderId }) => [id, name, inviteOnly, isArchived, folderId]),
  ).toEqual([
    ['acme:town-square', 'Town Square (Acme)', false, false, 'acme'],
    ['acme:design', 'Design', true, false, 'acme'],
    ['labs:town-square', `town square (Labs ${'z'.repeat(24)}…)`, true, false, 'labs'],
    ['labs:y1', `${'y'.repeat(59)}…`, true, false, 'labs'],
    ['labs:y2', `${'y'.repeat(55)}… (2)`, true, true, 'labs'],
  ])
  expect(channels.every(({ name }) => [...name].length <= 60)).toBe(true)
  expect(channels[1]?.description).toEqual([
    'for ',
    { channel: 'acme:town-square', else: '#Town Square (Acme)' },
    ' – ',
    { person: 'ann', else: '@Ann Example' },
  ])
  expect(await listOf(source.subscriptions())).toMatchObject([
    { personId: 'ann', channelId: 'acme:town-square', isMuted: false, pinToTop: false },
    { personId: 'bob', channelId: 'acme:town-square', isMuted: true, pinToTop: true },
  ])
})

test('people have their roles, and bots are bots', async () => {
  const { source } = await open([
    team,
    square,
    ann,
    mattermostUser('gus', {}, { roles: 'system_guest', first_name: '', last_name: '', nickname: 'Gus' }),
    mattermostUser('dan', {}, { delete_at: 7, first_name: '', last_name: '' }),
    mattermostUser('oldbot', {}, { email: 'oldbot@localhost' }),
    ['bot', { username: 'newbot', display_name: 'New Bot', owner: 'ann' }],
    post('oldbot', 1, 'beep', { props: { from_bot: 'true' } }),
    post('newbot', 2, 'boop'),
    post('gone', 3, 'bye'),
    post('ann', 4, 'built', { props: { from_webhook: 'true', override_username: 'Jenkins' } }),
  ])
  const people = await listOf(source.people())
  expect(
    people.map(({ id, email, fullName, role, isActive, isBot }) => [id, email, fullName, role, isActive, isBot]),
  ).toEqual([
    ['ann', 'ann@example.com', 'Ann Example', 100, true, false],
    ['gus', 'gus@example.com', 'Gus', 600, true, false],
    ['dan', 'dan@example.com', 'dan', 400, false, false],
    ['oldbot', 'oldbot@mattermost.invalid', 'Oldbot Example', 400, true, true],
    ['newbot', 'newbot@mattermost.invalid', 'New Bot', 400, true, true],
    ['gone', 'gone@mattermost.invalid', 'gone', 400, false, false],
    ['webhook:jenkins', 'webhook-jenkins@mattermost.invalid', 'Jenkins', 400, true, true],
  ])
  expect(people.at(-1)).toMatchObject({ ownerId: 'ann', botType: 2 })
  expect(people.find(({ id }) => id === 'newbot')).toMatchObject({ ownerId: 'ann' })
  const senders = (await listOf(source.messages())).map(({ senderId }) => senderId)
  expect(senders).toEqual(['oldbot', 'newbot', 'gone', 'webhook:jenkins'])
})

test('threads become topics, also with a reply that is older than its root', async () => {
  const { messages, report } = await messagesOf([
    post('ann', 10, 'Lunch?', { replies: [reply('bob', 12, 'yes'), reply('bob', 9, 'older')] }),
    post('bob', 11, 'hello'),
    post('bob', 13, 'lunch?', { replies: [reply('ann', 20, 'again')] }),
    post('bob', 14, '', { attachments: [{ path: '20260101/plan.pdf' }], replies: [reply('ann', 21, 'nice')] }),
    post('bob', 15, 'a\u0000b'),
  ])
  expect(topics(messages).map(([topic, text]) => [topic, `${text}`])).toEqual([
    ['Lunch?', 'Lunch?'],
    ['Lunch?', 'yes'],
    ['Lunch?', 'older'],
    ['Imported from Mattermost', 'hello'],
    ['lunch? (2)', 'lunch?'],
    ['lunch? (2)', 'again'],
    ['plan.pdf', '[object Object]'],
    ['plan.pdf', 'nice'],
    ['Imported from Mattermost', 'ab'],
  ])
  expect(messages[2]).toMatchObject({ id: 'acme:town-square/9000/bob', sentAt: 9, senderId: 'bob' })
  expect(report.skipCount).toBe(0)
})

test('posts of one person at one time have ids of their own, which do not depend on their texts', async () => {
  const ids = async (...texts: string[]) => {
    const { messages } = await messagesOf(texts.map((text) => post('ann', 1, text)))
    return messages.map(({ id }) => id)
  }
  expect(await ids('a', 'b', 'c')).toEqual(['', '/2', '/3'].map((end) => `acme:town-square/1000/ann${end}`))
  expect(await ids('edited', 'b')).toEqual(['', '/2'].map((end) => `acme:town-square/1000/ann${end}`))
})

test('direct and group messages go to everybody in them', async () => {
  const direct = (members: string[], user: string, message: string, more = {}) =>
    ['direct_post', { channel_members: members, user, message, create_at: 1_000, ...more }] as const
  const { messages, report } = await messagesOf([
    ['direct_channel', { members: ['ann', 'bob'], favorited_by: null, header: '' }],
    direct(['bob', 'ann'], 'ann', 'psst', { replies: [reply('bob', 2, 'what')] }),
    direct(['ann', 'ann'], 'ann', 'note to self'),
  ])
  expect(topics(messages)).toEqual([
    [['ann', 'bob'], 'psst'],
    [['ann', 'bob'], 'what'],
    [['ann'], 'note to self'],
  ])
  expect([...report.left]).toEqual([['threads of direct messages', 1]])
})

test('reactions, stars, edits, emoji and files are taken', async () => {
  const rows: Rows = [
    ['emoji', { name: 'troll', image: 'exported_emoji/1/image' }],
    post('ann', 1, 'look', {
      edit_at: 5_000,
      flagged_by: ['bob'],
      is_pinned: true,
      attachments: [{ path: '20260101/teams/x/plan.pdf' }, { path: '../../etc/passwd' }],
      reactions: [
        { user: 'bob', emoji_name: 'thumbsup', create_at: 1 },
        { user: 'bob', emoji_name: '+1_dark_skin_tone', create_at: 1 },
        { user: 'bob', emoji_name: 'troll', create_at: 1 },
        { user: 'bob', emoji_name: 'lost', create_at: 1 },
      ],
    }),
    post('ann', 2, 'joined', { type: 'system_join_channel' }),
    post('ann', 3, '*waves*', { type: 'me' }),
    post('bob', 4, '', {
      props: { attachments: [{ title: 'Build', text: 'for @ann', fields: [{ title: 'n', value: 7 }] }] },
    }),
    post('bob', 5, ''),
  ]
  const { messages, report, source } = await messagesOf(rows, {
    '20260101/teams/x/plan.pdf': 'the plan',
    'exported_emoji/1/image': 'a picture',
  })
  const [first, second, third] = messages
  const reactions = await listOf(source.reactions?.())
  expect(reactions.map(({ messageId, emoji }) => [messageId, emoji])).toEqual([
    [first?.id, { name: '+1' }],
    [first?.id, { customId: 'troll' }],
  ])
  expect(first?.edits).toMatchObject([{ personId: 'ann', at: 5 }])
  expect(first?.marks).toEqual([{ personId: 'bob', starred: true }])
  expect(second?.content).toEqual(['/me waves'])
  expect(third?.content).toEqual(['> Build\n> for ', { person: 'ann', else: '@Ann Example' }, '\n> **n**: 7'])
  const files = first!.content.flatMap((part) => (typeof part === 'object' && 'file' in part ? [part.file] : []))
  expect(files.map(({ name, size, ownerId }) => [name, size, ownerId])).toEqual([
    ['plan.pdf', 8, 'ann'],
    ['passwd', null, 'ann'],
  ])
  expect(`${(await listOf((await files[0]!.open())!))[0]}`).toBe('the plan')
  expect(await files[1]!.open()).toBeNull()
  const [emoji] = await listOf(source.emoji?.())
  expect(emoji?.name).toBe('troll')
  expect(`${(await listOf((await emoji!.picture.open())!))[0]}`).toBe('a picture')
  expect(Object.fromEntries(report.left)).toEqual({
    'reactions with emoji that are not in the export': 1,
    "notices of Mattermost's own, such as joins and leaves": 1,
    'messages without a text': 1,
    pins: 1,
  })
})

test('messages after the last visit of a person are unread', async () => {
  const { source } = await open([
    team,
    square,
    ann,
    mattermostUser('bob', { acme: [{ name: 'town-square', last_viewed_at: 1_500 }] }),
    mattermostUser('cho', { acme: [{ name: 'town-square', last_viewed_at: 0 }] }),
    mattermostUser('dan', { acme: [{ name: 'town-square', last_viewed_at: 1 }] }, { delete_at: 3 }),
    post('ann', 1, 'seen'),
    post('ann', 2, 'new'),
    post('bob', 3, 'own'),
  ])
  expect((await listOf(source.messages())).map(({ marks }) => marks)).toEqual([
    [],
    [{ personId: 'bob', unread: true }],
    [],
  ])
})

test('broken lines are skipped with their numbers, once', async () => {
  const lines = `${mattermostLines([team, square, ann])}{"type":"post","post":\n\n7\n{"type":"post"}\n{"type":"odd","odd":{}}\n`
  const more = [
    ann,
    mattermostChannel('acme', '', 'Nameless'),
    post('ann', 0, 'no time'),
    ['post', { user: 'ann', message: 'nowhere', create_at: 1 }],
    mattermostPost('acme:town-square', '', 1_000, 'no author'),
    post('ann', 2, 'fine', { replies: [{ user: 'ann', message: 'no time' }] }),
  ] as const
  const rest = more.map(([type, record]) => `${JSON.stringify({ type, [type]: record })}\n`).join('')
  const report = new ImportReport()
  const path = zipFile(mattermostEntries(lines + rest))
  const source = await openMattermost(path, { report, fetchFiles: false })
  expect((await listOf(source.messages())).map(({ content }) => content)).toEqual([['fine']])
  await listOf(source.messages())
  expect(report.skipped).toEqual([
    { where: 'import.jsonl, line 5', why: 'it is not JSON' },
    { where: 'import.jsonl, line 7', why: 'it is no record' },
    { where: 'import.jsonl, line 8', why: 'it is no record' },
    { where: 'import.jsonl, line 10', why: 'it is there twice' },
    { where: 'import.jsonl, line 11', why: 'it has no name' },
    { where: 'import.jsonl, line 12', why: 'it has no time' },
    { where: 'import.jsonl, line 13', why: 'it does not say where it was posted' },
    { where: 'import.jsonl, line 14', why: 'it does not say who wrote it' },
    { where: 'import.jsonl, line 15, reply 1', why: 'it has no time' },
  ])
  expect([...report.left]).toEqual([['records of the kind "odd"', 1]])
})

test('the lines alone, with a folder of files beside them, are an export, too', async () => {
  const folder = temporaryFolder()
  const rows: Rows = [team, square, ann, post('ann', 1, 'x', { attachments: [{ path: 'a/b.txt' }] })]
  writeFileSync(join(folder, 'bulk.jsonl'), mattermostLines(rows))
  writeFileSync(join(folder, 'other.jsonl'), 'of somebody else')
  mkdirSync(join(folder, 'data', 'a'), { recursive: true })
  writeFileSync(join(folder, 'data', 'a', 'b.txt'), 'file')
  const source = await openMattermost(join(folder, 'bulk.jsonl'), { report: new ImportReport(), fetchFiles: false })
  const [message] = await listOf(source.messages())
  const [part] = message!.content.slice(1)
  expect(typeof part === 'object' && 'file' in part && `${await listOf((await part.file.open())!)}`).toBe('file')
})

test('what is no export is refused in one sentence', async () => {
  const refusal = (path: string) =>
    openMattermost(path, { report: new ImportReport(), fetchFiles: false }).then(
      () => 'it was taken',
      (error: Error) => error.message.replace(/^\S+/, 'FILE'),
    )
  const zip = (entries: Parameters<typeof zipFile>[0]) => refusal(zipFile(entries))
  const rest = ': choose the file or folder that the export wrote.'
  expect(await zip([])).toBe(`FILE is not a bulk export of Mattermost (it has no file of JSON lines)${rest}`)
  expect(await zip([{ name: 'import.jsonl', content: '{}' }])).toBe(
    `FILE is not a bulk export of Mattermost (its first line does not say its version)${rest}`,
  )
  expect(await zip([{ name: 'import.jsonl', content: '{"type":"version","version":2}' }])).toBe(
    `FILE is not a bulk export of Mattermost (its version is 2)${rest}`,
  )
  const lines = mattermostLines([team])
  expect(await zip([{ name: 'import.jsonl', content: lines }, { name: 'data/../../x' }])).toContain(
    'leads out of the archive',
  )
  expect(
    await zip([
      { name: 'import.jsonl', content: lines },
      { name: 'data/x', content: 'y', crc: 1 },
    ]),
  ).toBe('FILE is damaged (data/x: its checksum differs): copy it again completely, or export again.')
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'bulk.jsonl'), lines)
  symlinkSync('/etc', join(folder, 'data'))
  expect(await refusal(join(folder, 'bulk.jsonl'))).toContain('its entry "data" is a link or a device')
  expect(await refusal(join(folder, 'none.jsonl'))).toBe(
    'FILE cannot be read (ENOENT): check its path and its permissions.',
  )
})
