import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { changeChannel } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('an archived channel', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let newest: number

  beforeAll(async () => {
    await makeAndArchive('Attic')
    newest = await makeAndArchive('attic')
    await makeAndArchive('Cellar', { invite_only: true })
  })

  const create = (name: string, more: object = {}) =>
    ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
  const say = async (from: Person, to: string) =>
    (await from.client.call(endpoints.sendMessage, { type: 'channel', to, topic: 'dust', content: 'Hello' })).id
  /** Returns the id of its only message. */
  async function makeAndArchive(name: string, more: object = {}): Promise<number> {
    await create(name, more)
    const id = await say(ann, name)
    await changeChannel(server, server.channelId(name), { is_archived: true })
    return id
  }
  const idsIn = async (reader: Person, channel: string) => {
    const narrow = [{ operator: 'channel', operand: channel, negated: false }]
    const args = { anchor: 'newest', num_before: 100, num_after: 0, narrow } as const
    return (await reader.client.call(endpoints.getMessages, args)).messages.map(({ id }) => id)
  }

  test('can be read by its name, if it is the newest of that name', async () => {
    expect(await idsIn(ann, 'ATTIC')).toEqual([newest])
    expect(await idsIn(bob, 'attic')).toEqual([newest])
    await expect(idsIn(bob, 'cellar')).rejects.toThrow('unknown channel cellar')
  })

  test('accepts no messages', async () => {
    await refused(say(ann, 'attic'), "Not authorized to send to channel 'attic'")
    await refused(say(bob, 'cELLAR'), "Not authorized to send to channel 'cELLAR'")
  })

  test('gives way to an active channel with its name', async () => {
    await create('attic')
    const id = await say(bob, 'Attic')
    expect(await idsIn(bob, 'attic')).toEqual([id])
  })

  test('hides its unread messages from clients that do not support archived channels', async () => {
    const unread = async (archived_channels: boolean) => {
      const capabilities = { notification_settings_null: true, archived_channels }
      const args = { client_capabilities: capabilities, event_types: ['message', 'update_message_flags'] }
      return (await bob.client.call(endpoints.registerQueue, args)).unread_msgs!
    }
    await bob.client.call(endpoints.subscribe, { subscriptions: [{ name: 'loft' }] })
    const content = '@**all** Hello'
    const { id } = await ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'loft', topic: 'dust', content })
    const { id: stream_id } = server.realm.channelByName('loft')!
    const before = await unread(false)
    expect(before).toMatchObject({ count: 1, mentions: [id], streams: [{ stream_id }] })
    await changeChannel(server, stream_id, { is_archived: true })
    expect(await unread(false)).toMatchObject({ count: 0, mentions: [], streams: [] })
    expect(await unread(true)).toEqual(before)
  })
})
