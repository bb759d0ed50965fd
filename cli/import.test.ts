import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { createClient } from '../client/client.ts'
import { TAR_END, tarHeader, tarPadding } from '../server/operations/exports/tar.ts'
import { findMissedMessages } from '../server/outside/missed-mail/find-missed.ts'
import { breaches } from '../test/breaches.ts'
import { writeZulip } from '../test/imports/zulip-archive.ts'
import { operatorOf } from '../test/parley-process.ts'
import { useServer } from '../test/use-server.ts'

describe('parley import', () => {
  const { server, ann } = useServer({ members: ['ann'] })
  const folder = mkdtempSync(join(tmpdir(), 'parley-import-'))
  const archive = join(folder, 'garden')
  const parley = operatorOf(() => server)

  beforeAll(async () => {
    mkdirSync(archive)
    await writeZulip(archive)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const count = async () => (await server.database.db.selectFrom('account').select('id').execute()).length

  /** What a line says that there would be, or is. */
  let announced: string[]
  const partsOf = (line: string) =>
    line
      .replace(/^.*?(: |would bring )/, '')
      .replace(` to ${server.realm.name}.`, '')
      .replace(/\.$/, '')
      .split(', ')
      .filter((part) => !/ files?$/.test(part))
      .sort()

  test('prints what it would do, and changes nothing', async () => {
    await server.owner.call(endpoints.createUserGroup, { name: 'gardeners', description: '', members: [] })
    const before = await count()
    const { code, out } = await parley('import', 'zulip', archive, '--dry-run')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(
        /^Garden would bring 1 profile field, 3 people, 1 person found by email, 1 bot, 2 groups, .*9 messages/,
      ),
      'The group gardeners would get another name, because there is one.',
      'The channel general would get another name, because there is one.',
      'Left out: 1 personal status (people set them anew).',
      'Left out: 1 linkifier (their patterns or addresses are not permitted, or taken).',
      'Left out: 1 reaction with unknown emoji.',
      '2 broken records were skipped.',
    ])
    announced = partsOf(out.split('\n')[0]!)
    expect(await count()).toBe(before)
    expect((await server.database.pool.query('select from data_import')).rows).toEqual([])
  })

  test('imports beside a running server, whose queues end, and mails nobody', async () => {
    const { queue_id } = await ann.client.call(endpoints.registerQueue, {})
    const { code, out, errors } = await parley('import', 'zulip', archive)
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      `Garden is imported into ${server.realm.name}: 1 profile field, 3 people, 1 person found by email, 1 bot, 2 groups, 1 custom emoji, 1 linkifier, 1 channel folder, 4 channels, 8 subscriptions, 1 file, 9 messages, 2 reactions, 1 topic policy, 1 muted person, 1 list of alert words, 1 snippet, 1 scheduled message.`,
    ])
    expect(partsOf(out.split('\n')[0]!)).toEqual(announced)
    expect(errors).toContain('messages-000002.json, message 1010: its recipient is not there')
    const poll = { queue_id: queue_id!, last_event_id: -1, dont_block: true }
    await expect
      .poll(() => ann.client.call(endpoints.getEvents, poll).catch(({ code: why }) => why))
      .toBe('BAD_EVENT_QUEUE_ID')
    expect(server.realm.groups.named('gardeners (imported)')).toBeDefined()
    const { messages } = await ann.client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
    })
    expect(messages.map(({ content }) => content).join()).toContain('to Ann alone')
    await findMissedMessages(server.ctx)
    expect((await server.database.pool.query('select from missed_message')).rows).toEqual([])
    expect(await breaches(server)).toEqual([])
    expect(await parley('import', 'zulip', archive)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Garden is imported into ${server.realm.name}: nothing new.`),
    })
    expect(await parley('import', 'zulip', archive, '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Garden would bring nothing new to /),
    })
  })

  test('leaves stubs, which the first sign-in completes', async () => {
    const { deliveryEmail: email, id } = server.realm.usersNamed('Bob')[0]!
    const shown = async () => (await server.owner.call(endpoints.getUser, { user_id: id })).user
    expect(await shown()).toMatchObject({ is_imported_stub: true, delivery_email: email })
    const { out } = await parley('reset-password', email)
    const password = / is (\S+)$/.exec(out)![1]!
    await createClient({ url: server.url, strict: true }).call(endpoints.fetchApiKey, { username: email, password })
    expect(await shown()).toMatchObject({ is_imported_stub: false, full_name: 'Bob', role: 300 })
    expect(await breaches(server)).toEqual([])
  })

  const packed = (...files: [header: Buffer, content: string][]) => {
    const blocks = files.flatMap(([header, content]) => [header, Buffer.from(content), tarPadding(content.length)])
    const path = join(folder, 'hostile.tar.gz')
    writeFileSync(path, gzipSync(Buffer.concat([...blocks, TAR_END])))
    return path
  }
  /** A header with another name or type than our own program writes. */
  const header = (name: string, type = '0', size = 0) => {
    const block = tarHeader('x', size, 0)
    block.fill(0, 0, 100).write(name, 0, 'latin1')
    block.write(type, 156, 'latin1')
    block.write('        ', 148, 'latin1')
    const sum = block.reduce((total, byte) => total + byte, 0)
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    return block
  }

  test.each([
    ['a path that leads out', () => packed([header('../realm.json', '0', 2), '{}']), 'which leads out of it'],
    ['an absolute path', () => packed([header('/etc/realm.json', '0', 2), '{}']), 'which leads out of it'],
    ['a symbolic link', () => packed([header('realm.json', '2'), '']), 'has a link (realm.json)'],
    ['a hard link', () => packed([header('realm.json', '1'), '']), 'has a link (realm.json)'],
    ['a device', () => packed([header('realm.json', '3'), '']), 'has something that is no file (realm.json)'],
    [
      'too much for its size',
      () => packed([header('realm.json', '0', 8 ** 10), '']),
      'unpacks to far more than its size',
    ],
    ['a file twice', () => packed([header('a', '0', 1), 'a'], [header('a', '0', 1), 'b']), 'has a file twice'],
    ['no data', () => packed([header('a', '0', 1), 'a']), 'has no realm.json'],
  ])('refuses an archive with %s', async (_, write, problem) => {
    const { code, errors } = await parley('import', 'zulip', write())
    expect([code, errors.split('\n').length]).toEqual([1, 1])
    expect(errors).toContain(problem)
  })

  test('refuses an organization that does not exist', async () => {
    const before = await count()
    for (const more of [[], ['--dry-run']])
      expect(await parley('import', 'zulip', archive, '--org', 'nowhere.example.org', ...more)).toEqual({
        code: 1,
        out: '',
        errors: `There is no organization at nowhere.example.org: write one of ${server.realm.info.host}.`,
      })
    expect(await count()).toBe(before)
  })

  test('refuses what is no archive, and unknown formats', async () => {
    const text = join(folder, 'text.txt')
    writeFileSync(text, 'nothing packed')
    expect(await parley('import', 'zulip', text)).toMatchObject({
      code: 1,
      errors: `${text} is not a tar.gz archive: it is not imported.`,
    })
    expect(await parley('import', 'zulip', join(folder, 'none'))).toMatchObject({ code: 1 })
    expect(await parley('import', 'letters', archive)).toMatchObject({ code: 2 })
    expect(await parley('import', 'parley', archive)).toMatchObject({
      code: 1,
      errors: `${archive} has no organization.json: check the format and the path.`,
    })
  })
})
