import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { breaches } from '../test/breaches.ts'
import {
  mattermostChannel,
  mattermostEntries,
  mattermostLines,
  mattermostPost,
  mattermostTeam,
  mattermostUser,
} from '../test/imports/mattermost.ts'
import { slackChannel, slackEntries, slackMessage, slackUser } from '../test/imports/slack.ts'
import { type ZipEntry, zipOf } from '../test/imports/zip.ts'
import { operatorOf } from '../test/parley-process.ts'
import { useServer } from '../test/use-server.ts'

const slack = slackEntries({
  users: [slackUser('U1', 'Ann'), slackUser('U2', 'Bob')],
  channels: [slackChannel('C1', 'general', ['U1', 'U2'])],
  days: {
    'general/2026-01-02': [
      slackMessage('U1', '1700000010.000100', 'hello'),
      slackMessage('U2', '1700000011.000100', '<@U2> has joined', { subtype: 'channel_join' }),
      { text: 'broken' },
    ],
  },
})

const mattermost = mattermostEntries(
  mattermostLines([
    mattermostTeam('acme', 'Acme'),
    mattermostChannel('acme', 'town-square', 'Town Square'),
    mattermostUser('cho', { acme: ['town-square'] }),
    mattermostPost('acme:town-square', 'cho', 1_700_000_020_000, 'hi'),
  ]),
)

describe('parley import of chats', () => {
  const { server } = useServer()
  const folder = mkdtempSync(join(tmpdir(), 'parley-chats-'))
  const parley = operatorOf(() => server)

  afterAll(() => rmSync(folder, { recursive: true }))

  const written = (name: string, entries: readonly ZipEntry[]): string => {
    const path = join(folder, name)
    writeFileSync(path, zipOf(entries))
    return path
  }
  const senders = async () =>
    (await server.database.pool.query('select full_name from account join message on sender_id = account.id')).rows.map(
      ({ full_name }) => full_name,
    )

  test('prints what Slack would bring, and changes nothing', async () => {
    const { code, out, errors } = await parley('import', 'slack', written('acme.zip', slack), '--dry-run')
    expect([code, errors]).toEqual([0, 'general/2026-01-02.json, message 3: it has no time'])
    expect(out.split('\n')).toEqual([
      `acme.zip would bring 2 people, 1 channel, 2 subscriptions, 1 message to ${server.realm.name}.`,
      'The channel general would get another name, because there is one.',
      "Left out: 1 notice of Slack's own, such as joins and leaves.",
      '1 broken record was skipped.',
    ])
    expect(await senders()).not.toContain('Ann')
  })

  test('imports both, and the second time there is nothing new', async () => {
    const paths = { slack: written('acme.zip', slack), mattermost: written('bulk.zip', mattermost) }
    for (const [format, path] of Object.entries(paths)) {
      expect(await parley('import', format, path)).toMatchObject({ code: 0, out: expect.stringContaining('1 message') })
      expect(await parley('import', format, path)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`is imported into ${server.realm.name}: nothing new.`),
      })
    }
    expect(await senders()).toEqual(expect.arrayContaining(['Ann', 'Cho Example']))
    expect(await breaches(server)).toEqual([])
  })

  const up: ZipEntry = { name: '../x' }
  const linked: ZipEntry = { name: 'x', content: '/etc/passwd', mode: 0o120_777 }
  const bombs = ['1', '2', '3'].map((name) => ({ name, content: 'x', claims: 2_000_000_000 }))
  const changed = (entries: ZipEntry[]) => entries.map((entry, index) => (index === 0 ? { ...entry, crc: 1 } : entry))

  test.each<[string, string, ZipEntry[], string]>([
    ['slack', 'a path that leads out', [...slack, up], 'leads out of the archive'],
    ['slack', 'a link', [...slack, linked], 'is a link or a device'],
    ['slack', 'a bomb', [...slack, ...bombs], 'far more than an export contains'],
    ['slack', 'damage', changed(slack), 'is damaged'],
    ['slack', 'another format', mattermost, 'is not an export of Slack (it has no users.json)'],
    ['mattermost', 'a path that leads out', [...mattermost, up], 'leads out of the archive'],
    ['mattermost', 'a link', [...mattermost, linked], 'is a link or a device'],
    ['mattermost', 'a bomb', [...mattermost, ...bombs], 'far more than an export contains'],
    ['mattermost', 'damage', changed(mattermost), 'is damaged'],
    ['mattermost', 'another format', slack, 'is not a bulk export of Mattermost'],
  ])('refuses an archive for %s with %s', async (format, _, entries, problem) => {
    const before = (await server.database.pool.query('select * from data_import order by id')).rows
    const { code, errors } = await parley('import', format, written('hostile.zip', entries))
    expect([code, errors.split('\n').length]).toEqual([1, 1])
    expect(errors).toContain(problem)
    expect((await server.database.pool.query('select * from data_import order by id')).rows).toEqual(before)
  })
})
