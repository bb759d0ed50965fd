import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import { breaches } from '../../../../test/breaches.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { zipFile } from '../../../../test/imports/export-folder.ts'
import { allMessages, clientOfImported, importFrom } from '../../../../test/imports/imports-of.ts'
import {
  mattermostChannel,
  mattermostEntries,
  mattermostLines,
  mattermostPost,
  mattermostTeam,
  mattermostUser,
} from '../../../../test/imports/mattermost.ts'
import { takeMails } from '../../../../test/outside/mails.ts'
import { picture } from '../../../../test/pictures.ts'
import { openMattermost } from './source.ts'

const { getChannelFolders, getCustomEmoji, getStreams, getUsers } = endpoints

const START = 1_700_000_000

type Rows = Parameters<typeof mattermostLines>[0]

const post = (place: string, user: string, second: number, text: string, more = {}) =>
  mattermostPost(place, user, (START + second) * 1_000, text, more)

const reply = (user: string, second: number, message: string, more = {}) => ({
  user,
  message,
  create_at: (START + second) * 1_000,
  ...more,
})

const lists: Rows = [
  ['emoji', { name: 'troll', image: 'exported_emoji/1/image' }],
  mattermostTeam('acme', 'Acme'),
  mattermostTeam('labs', 'Labs'),
  mattermostChannel('acme', 'town-square', 'Town Square'),
  mattermostChannel('labs', 'town-square', 'Town Square'),
  mattermostChannel('acme', 'secret', 'Secret', { type: 'P' }),
  mattermostUser(
    'ann',
    { acme: ['town-square', 'secret'], labs: ['town-square'] },
    { roles: 'system_admin system_user' },
  ),
  mattermostUser('bob', { acme: [{ name: 'town-square', last_viewed_at: (START + 25) * 1_000 }] }),
  ['bot', { username: 'robot', display_name: 'Robot', owner: 'ann' }],
]
const thread = post('acme:town-square', 'ann', 20, 'Which _roses_?', {
  replies: [reply('bob', 30, '@ann: red', { flagged_by: ['ann'] }), reply('bob', 10, 'older than the question')],
  reactions: [
    { user: 'bob', emoji_name: 'thumbsup', create_at: 1 },
    { user: 'bob', emoji_name: 'troll', create_at: 1 },
  ],
})
const posts: Rows = [
  thread,
  post('labs:town-square', 'ann', 40, 'in the other team', { edit_at: (START + 45) * 1_000 }),
  post('acme:secret', 'ann', 50, 'a\u0000b'),
  post('acme:town-square', 'robot', 60, '@channel watered', { attachments: [{ path: 'a/plan.txt' }] }),
  ['direct_channel', { members: ['ann', 'bob'] }],
  ['direct_post', { channel_members: ['ann', 'bob'], user: 'bob', message: 'psst', create_at: (START + 70) * 1_000 }],
]

describe('an import from Mattermost', () => {
  let server: TestServer

  beforeEach(async () => {
    server = await startTestServer()
  })
  afterEach(() => server.close())

  const run = async (rows: Rows) =>
    importFrom(
      server,
      openMattermost,
      zipFile(
        mattermostEntries(mattermostLines(rows), {
          'a/plan.txt': 'the plan',
          'exported_emoji/1/image': await picture(),
        }),
      ),
    )

  test('brings teams, people, threads, files and direct messages', async () => {
    const { added, report } = await run([...lists, ...posts])
    expect(added).toEqual({
      ...{ people: 2, bots: 1, 'custom emoji': 1, 'channel folders': 2, channels: 3, subscriptions: 4 },
      ...{ messages: 7, files: 1, reactions: 2 },
    })
    expect([report.skipped, [...report.left]]).toEqual([[], []])
    const ann = clientOfImported(server, 'ann@example.com')
    const annId = server.realm.accountByEmail('ann@example.com')!.id
    const all = await allMessages(ann)
    expect(all.map((one) => [one.sender_full_name, one.timestamp - START, one.subject, one.content])).toEqual([
      ['Bob Example', 10, 'Which roses?', 'older than the question'],
      ['Ann Example', 20, 'Which roses?', 'Which *roses*?'],
      ['Bob Example', 30, 'Which roses?', `@**Ann Example|${annId}**: red`],
      ['Ann Example', 40, 'Imported from Mattermost', 'in the other team'],
      ['Ann Example', 50, 'Imported from Mattermost', 'ab'],
      [
        'Robot',
        60,
        'Imported from Mattermost',
        expect.stringMatching(/^@\*\*all\*\* watered\n\[plan\.txt\]\(\/user_up/),
      ],
      ['Bob Example', 70, '', 'psst'],
    ])
    expect(all[1]?.reactions.map(({ emoji_name: name }) => name).sort()).toEqual(['+1', 'troll'])
    expect(all[2]?.flags).toEqual(expect.arrayContaining(['read', 'starred', 'mentioned']))
    expect(all[3]?.last_edit_timestamp).toBe(START + 45)
    const bob = await allMessages(clientOfImported(server, 'bob@example.com'))
    expect(bob.filter(({ flags }) => !flags.includes('read')).map(({ content }) => content)).toEqual([
      expect.stringContaining('watered'),
    ])

    const { channel_folders: folders } = await ann.call(getChannelFolders, {})
    const { streams } = await ann.call(getStreams, {})
    const folderOf = (id: number | null) => folders.find((folder) => folder.id === id)?.name ?? null
    const shown = streams.map(({ name, folder_id, invite_only }) => [name, [folderOf(folder_id), invite_only]])
    expect(Object.fromEntries(shown)).toEqual({
      'Town Square (Acme)': ['Acme', false],
      'Town Square (Labs)': ['Labs', false],
      Secret: ['Acme', true],
      general: [null, false],
    })
    const { members } = await server.owner.call(getUsers, {})
    const robot = members.find(({ full_name: name }) => name === 'Robot')
    expect(robot).toMatchObject({ is_bot: true, bot_owner_id: annId })
    const { emoji } = await ann.call(getCustomEmoji, {})
    expect(Object.values(emoji).map(({ name }) => name)).toEqual(['troll'])
    expect(await breaches(server)).toEqual([])
    expect(await takeMails(server)).toEqual([])
  })

  test('twice is once, and a grown export adds what is new to the same topics', async () => {
    await run([...lists, ...posts])
    const ann = clientOfImported(server, 'ann@example.com')
    const before = await allMessages(ann)
    expect((await run([...lists, ...posts])).added).toEqual({ messages: 0 })
    expect(await allMessages(ann)).toEqual(before)

    const [, record] = thread
    const replies = [...(record['replies'] as unknown[]), reply('ann', 80, 'white')]
    const { added } = await run([
      ...lists,
      // A thread that is older but got its first reply later, so the name of the other one stays.
      post('acme:town-square', 'bob', 5, 'which _roses_?', { replies: [reply('ann', 90, 'here?')] }),
      ['post', { ...record, replies }],
      post('labs:town-square', 'ann', 40, 'edited since'),
      ...posts.slice(2),
    ])
    expect(added).toMatchObject({ messages: 3 })
    const all = await allMessages(ann)
    expect(all.slice(before.length).map(({ subject, content }) => [subject, content])).toEqual([
      ['which roses? (2)', 'which *roses*?'],
      ['Which roses?', 'white'],
      ['which roses? (2)', 'here?'],
    ])
    expect(all[3]?.content).toBe('in the other team')
    expect(await breaches(server)).toEqual([])
  })

  test('takes everything but what is broken', async () => {
    const { added, report } = await run([
      ...lists,
      ...posts,
      post('acme:nowhere', 'ann', 80, 'no channel'),
      ['post', { user: 'ann', message: 'no place', create_at: 1 }],
      post('acme:town-square', 'ann', 90, 'fine', { reactions: [{ user: 'nobody', emoji_name: '+1' }] }),
    ])
    expect(added['messages']).toBe(8)
    expect(report.skipped.map(({ where }) => where)).toEqual([
      'import.jsonl, line 18',
      'import.jsonl, line 17',
      'import.jsonl, line 19, reaction +1 of nobody',
    ])
    expect(await breaches(server)).toEqual([])
  })
})
