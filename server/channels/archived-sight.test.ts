import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Event } from '../../api/events/index.ts'
import { type Exceptions, explains } from '../../test/events-explain-state.ts'
import { groupCalls, people } from '../../test/groups.ts'
import { startTestServer } from '../../test/harness.ts'
import { useServer } from '../../test/use-server.ts'
import { ROLE, type Role } from '../kernel/realm-state/user.ts'

const ADDRESSES: Exceptions = {
  'realm_users.*.delivery_email': 'whose addresses a new role shows is seen at the next register',
}

describe('an archived channel', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let groupId: number
  let id: number
  let count = 0

  beforeEach(async () => {
    count += 1
    groupId = await create(`group ${count}`)
    const wanted = { name: `channel ${count}`, subscribers: [ann.id], can_subscribe_group: groupId }
    id = (await ann.client.call(endpoints.createChannel, { ...wanted, invite_only: true })).id
    await ann.client.call(endpoints.archiveStream, { stream_id: id })
  })

  const { create, members } = groupCalls(ann)

  interface EventsByClient {
    readonly knowing: readonly string[]
    readonly other: readonly string[]
  }
  const nameOf = (event: Event) => `${event.type} ${'op' in event ? event.op : ''}`
  /** What clients with and without the capability get, and the same again from another process. */
  async function told(
    action: () => Promise<unknown>,
    show: (event: Event) => string = nameOf,
  ): Promise<EventsByClient> {
    const register = (archived_channels: boolean) =>
      bob.client.call(endpoints.registerQueue, {
        event_types: ['stream', 'subscription'],
        client_capabilities: { notification_settings_null: true, archived_channels },
      })
    const [knowing, other] = [await register(true), await register(false)]
    await action()
    const eventsOf = async ({ queue_id }: typeof knowing, client = bob.client) => {
      const poll = { queue_id: queue_id!, last_event_id: -1, dont_block: true }
      const { events } = await client.call(endpoints.getEvents, poll)
      return events.map(show)
    }
    const live = { knowing: await eventsOf(knowing), other: await eventsOf(other) }
    const node = await startTestServer({ beside: server })
    const client = await node.clientOf(bob.id)
    const replayed = { knowing: await eventsOf(knowing, client), other: await eventsOf(other, client) }
    await node.close()
    expect(replayed).toEqual(live)
    return live
  }
  const watchers = () => ({ Olivia: server.owner, Ann: ann.client, Bob: bob.client })
  const GAINED = { knowing: ['stream create', 'subscription peer_add'], other: [] }
  const LOST = { knowing: ['stream delete'], other: [] }

  describe('comes into sight and leaves it, for clients that know archived channels,', () => {
    test('with a role', async () => {
      const become = (role: Role) => server.owner.call(endpoints.updateUser, { user_id: bob.id, role })
      expect(await told(() => become(ROLE.administrator))).toEqual(GAINED)
      expect(await told(() => become(ROLE.member))).toEqual(LOST)
      await explains(watchers(), () => become(ROLE.administrator), ADDRESSES)
      await explains(watchers(), () => become(ROLE.member), ADDRESSES)
    })

    test('with a membership in a group', async () => {
      expect(await told(() => members(groupId, { add: [bob.id] }))).toEqual(GAINED)
      expect(await told(() => members(groupId, { delete: [bob.id] }))).toEqual(LOST)
      await explains(watchers(), () => members(groupId, { add: [bob.id] }))
      await explains(watchers(), () => members(groupId, { delete: [bob.id] }))
    })

    test('with its permissions', async () => {
      const permit = (value: number | ReturnType<typeof people>) =>
        ann.client.call(endpoints.updateStream, { stream_id: id, can_subscribe_group: { new: value } })
      expect(await told(() => permit(people(bob)))).toEqual(GAINED)
      expect(await told(() => permit(groupId))).toEqual(LOST)
    })
  })

  test('is named only to clients that know it when a subscriber is deactivated and reactivated', async () => {
    const cho = await server.person('Cho')
    const { id: publicId } = await ann.client.call(endpoints.createChannel, { name: 'attic', subscribers: [cho.id] })
    await server.owner.call(endpoints.archiveStream, { stream_id: publicId })
    const general = server.channelId('general')
    const peers = (event: Event) =>
      event.type === 'subscription' && 'stream_ids' in event ? `${event.op} ${event.stream_ids}` : nameOf(event)
    const changes = [
      ['peer_remove', () => server.owner.call(endpoints.deactivateUser, { user_id: cho.id })],
      ['peer_add', () => server.owner.call(endpoints.reactivateUser, { user_id: cho.id })],
    ] as const
    for (const [op, change] of changes)
      expect(await told(change, peers)).toEqual({
        knowing: [`${op} ${general}`, `${op} ${publicId}`],
        other: [`${op} ${general}`],
      })
    for (const [, change] of changes) await explains(watchers(), change)
  })
})
