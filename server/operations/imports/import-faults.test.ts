import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { TestClock } from '../../../test/clock.ts'
import { fillDisk } from '../../../test/full-disk.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { channelOf, listSource, messageOf, personOf, subscriptionOf } from '../../../test/imports/list-source.ts'
import { writeZulip } from '../../../test/imports/zulip-archive.ts'
import { startTwoNodes } from '../../../test/two-nodes.ts'
import { ImportReport } from './report.ts'
import { runImport } from './run-import.ts'
import type { ImportSource } from './source.ts'
import { openZulip } from './zulip/open-zulip.ts'

const { getMessage, getMessages, registerQueue } = endpoints

describe('an import into a new organization', () => {
  let server: TestServer
  let folder: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-import-'))
    server = await startTestServer()
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const report = new ImportReport()
  const run = (source: ImportSource) => runImport(server.ctx, { realmId: server.realm.id, source, report })
  const ownMessages = async () =>
    (await server.owner.call(getMessages, { anchor: 'newest', num_before: 100, num_after: 0 })).messages

  const owner = personOf('olga', { email: 'owner@example.com' })
  const lists = {
    people: [owner, personOf('bob')],
    channels: [channelOf('beds')],
    subscriptions: [subscriptionOf('olga', 'beds'), subscriptionOf('bob', 'beds')],
    messages: [messageOf('1', 'bob', { channelId: 'beds', topic: 'lunch' }, ['/poll Soup?\nYes\nNo'])],
  }

  test('takes its settings, which name the new channels', async () => {
    const source = {
      ...listSource(lists),
      settings: async () => ({
        description: 'We grow things',
        waiting_period_threshold: 3,
        new_stream_announcements_stream_id: 'beds' as unknown as number,
        unknown: 1,
      }),
    }
    await run(source)
    expect(server.realm.info.settings).toMatchObject({
      description: 'We grow things',
      waiting_period_threshold: 3,
      new_stream_announcements_stream_id: server.channelId('beds'),
    })
    expect(await breaches(server)).toEqual([])
  })

  test('takes the settings and permissions of a Zulip server', async () => {
    await writeZulip(folder)
    const source = await openZulip(folder, { report, fetchFiles: false })
    await run(source)
    const { info, groups } = server.realm
    expect(info.settings).toMatchObject({ description: 'We grow things', waiting_period_threshold: 3 })
    expect(info.groupSettings).toMatchObject({
      can_create_groups: groups.system('role:administrators').id,
      can_create_public_channel_group: {
        direct_members: [server.realm.usersNamed('Bob')[0]!.id],
        direct_subgroups: [groups.named('gardeners')!.id],
      },
    })
    expect(await breaches(server)).toEqual([])
  })

  test('keeps polls', async () => {
    await run(listSource(lists))
    const owned = [...server.realm.users.values()].find(({ fullName }) => fullName === 'Bob')!
    const { messages } = await server
      .clientFor(owned)
      .call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0 })
    expect(messages.at(-1)!.submessages).toMatchObject([{ msg_type: 'widget', sender_id: owned.id }])
    expect(await breaches(server)).toEqual([])
  })

  test('hides what it has written from those who guess an id', async () => {
    const source: ImportSource = {
      ...listSource(lists),
      async *reactions() {
        const { rows } = await server.database.pool.query<{ id: number }>('select max(id) as id from message')
        await expect(server.owner.call(getMessage, { message_id: rows[0]!.id })).rejects.toMatchObject({
          code: 'BAD_REQUEST',
        })
        yield* []
      },
    }
    await run(source)
  })

  test('that fails on a full disk leaves nothing half-stored, and continues when there is space', async () => {
    await writeZulip(folder)
    const source = await openZulip(folder, { report, fetchFiles: false })
    const free = fillDisk(server.ctx.config.dataDir)
    await expect(run(source)).rejects.toMatchObject({ code: 'ENOSPC' })
    free()
    expect(await breaches(server)).toEqual([])
    expect((await ownMessages()).map(({ content }) => content).join()).not.toContain('Hello')
    await run(source)
    expect(await breaches(server)).toEqual([])
    expect(server.realm.channelByName('secret')).toBeDefined()
  })

  test('that fails at the end shows nothing', async () => {
    const broken: ImportSource = {
      ...listSource(lists),
      async *drafts() {
        yield* []
        throw new Error('the archive is gone')
      },
    }
    await expect(run(broken)).rejects.toThrow('the archive is gone')
    expect(server.realm.channelByName('beds')).toBeUndefined()
    expect(await breaches(server)).toEqual([])
    const added = await run(listSource(lists))
    expect(Object.fromEntries(added)).toEqual({ messages: 0 })
    expect(server.realm.channelByName('beds')).toBeDefined()
    expect(await breaches(server)).toEqual([])
  })

  test('that was killed and goes on with a newer archive has all of it', async () => {
    const beds = { channelId: 'beds', topic: 'lunch' }
    const newer = {
      ...lists,
      messages: [...lists.messages, messageOf('0', 'olga', beds, ['older']), messageOf('2', 'bob', beds, ['newer'])],
    }
    const broken: ImportSource = {
      ...listSource(lists),
      async *drafts() {
        yield* []
        throw new Error('killed')
      },
    }
    await expect(run(broken)).rejects.toThrow('killed')
    // As if it had been killed between the reservation and its use.
    await server.database.pool.query('update import_message set new_id = null, hseq = null')
    const alsoKilled = { ...broken, messages: listSource(newer).messages }
    for (let round = 0; round < 2; round += 1) await expect(run(alsoKilled)).rejects.toThrow('killed')
    expect(Object.fromEntries(await run(listSource(newer)))['messages']).toBe(2)
    const bob = server.clientFor(server.realm.usersNamed('Bob')[0]!)
    const { messages: beside } = await bob.call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0 })
    expect(beside.map(({ timestamp }) => timestamp - 1_700_000_000)).toEqual([1, 0, 2])
    expect(await breaches(server)).toEqual([])
    expect(Object.fromEntries(await run(listSource(newer)))).toEqual({ messages: 0 })
  })

  test('refuses a second import at the same time', async () => {
    const source: ImportSource = {
      ...listSource(lists),
      async *drafts() {
        await expect(run(listSource(lists, 'other'))).rejects.toThrow(
          'Another import into this organization is running: wait until it has finished.',
        )
        yield* []
      },
    }
    await run(source)
  })
})

test('every node shows an import, and its queues end', async () => {
  const { first, second, ann, annOnSecond, close } = await startTwoNodes()
  try {
    const { queue_id } = await annOnSecond.call(registerQueue, {})
    const lists = {
      people: [personOf('ann', { email: ann.email }), personOf('bob')],
      messages: [messageOf('1', 'bob', { people: ['ann'] }, ['hello'])],
    }
    const report = new ImportReport()
    await runImport(first.ctx, { realmId: first.realm.id, source: listSource(lists), report })
    const { messages } = await annOnSecond.call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0 })
    expect(messages.at(-1)).toMatchObject({ content: '<p>hello</p>', sender_full_name: 'Bob' })
    const poll = { queue_id: queue_id!, last_event_id: -1, dont_block: true }
    await expect(annOnSecond.call(endpoints.getEvents, poll)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    await annOnSecond.call(endpoints.sendMessage, {
      type: 'direct',
      to: JSON.stringify([second.realm.usersNamed('Bob')[0]!.id]),
      content: 'hello to you',
    })
    expect(await breaches(first)).toEqual([])
  } finally {
    await close()
  }
})

test('a clock that jumps by two days during an import changes nothing', async () => {
  const clock = new TestClock()
  const server = await startTestServer({ clock })
  try {
    const source: ImportSource = {
      ...listSource({
        people: [personOf('ann'), personOf('bob')],
        messages: [messageOf('1', 'bob', { people: ['ann'] }, ['hello'])],
      }),
      async *reactions() {
        clock.jump(2 * 86_400)
        await server.ctx.files.sweep()
        yield* []
      },
      async *drafts() {
        clock.jump(-3 * 86_400)
        yield* []
      },
    }
    await runImport(server.ctx, { realmId: server.realm.id, source, report: new ImportReport() })
    const ann = server.clientFor(server.realm.usersNamed('Ann')[0]!)
    const { messages } = await ann.call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0 })
    expect(messages).toMatchObject([{ content: '<p>hello</p>', timestamp: 1_700_000_001 }])
    expect(await breaches(server)).toEqual([])
  } finally {
    await server.close()
  }
})
