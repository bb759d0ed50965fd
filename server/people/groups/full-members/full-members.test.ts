import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import { TestClock } from '../../../../test/clock.ts'
import { explains } from '../../../../test/events-explain-state.ts'
import type { Person } from '../../../../test/harness.ts'
import { useServer } from '../../../../test/use-server.ts'

const DAY = 86_400

describe('full members', () => {
  const clock = new TestClock()
  const { server, ann, gus } = useServer({ members: ['ann'], guests: ['gus'], clock })
  let bob: Person
  let group: number

  beforeAll(async () => {
    clock.pass(2 * DAY)
    bob = await server.person('Bob')
    group = server.realm.groups.system('role:fullmembers').id
    // Only full members know this channel without being subscribed.
    await server.owner.call(endpoints.subscribe, {
      subscriptions: [{ name: 'elders' }],
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: group,
    })
  })

  const everyone = () => ({ Ann: ann.client, Bob: bob.client, Gus: gus.client })
  const wait = (days: number) => server.owner.call(endpoints.updateRealm, { waiting_period_threshold: days })
  const change = (op: string, ...people: readonly Person[]) => ({
    type: 'user_group',
    op,
    group_id: group,
    user_ids: people.map(({ id }) => id),
  })
  const groupEvents = (events: readonly { type: string }[] | undefined) =>
    events!.filter(({ type }) => type === 'user_group')

  test('are fewer when the waiting period becomes longer, and everybody gets an event', async () => {
    const told = await explains(everyone(), () => wait(3))
    for (const name of ['Ann', 'Bob', 'Gus'])
      expect(groupEvents(told[name])).toMatchObject([change('remove_members', ann, bob)])
    expect(told['Bob']!.filter(({ type }) => type === 'stream')).toMatchObject([{ op: 'delete' }])
    expect(told['Gus']!.filter(({ type }) => type === 'stream')).toEqual([])
  })

  test('are more when it becomes shorter', async () => {
    const told = await explains(everyone(), () => wait(2))
    expect(groupEvents(told['Bob'])).toMatchObject([change('add_members', ann)])
    expect(told['Ann']!.filter(({ type }) => type === 'stream')).toMatchObject([{ op: 'create' }])
    expect(told['Bob']!.filter(({ type }) => type === 'stream')).toEqual([])
  })

  test('become such by time: a recurring task tells it once, with the channels', async () => {
    clock.pass(2 * DAY - 1)
    expect(await explains(everyone(), () => server.ctx.jobs.runRecurring())).toMatchObject({ Bob: [] })
    const queue = await bob.client.call(endpoints.registerQueue, { idle_queue_timeout: 'mobile' })
    clock.pass(600)
    await server.ctx.jobs.runRecurring()
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    const { events } = await bob.client.call(endpoints.getEvents, poll)
    expect(events).toMatchObject([change('add_members', bob), { type: 'stream', op: 'create' }, { op: 'peer_add' }])
    clock.pass(600)
    const again = await explains(everyone(), () => server.ctx.jobs.runRecurring())
    expect(groupEvents(again['Bob'])).toEqual([])
  })

  test('get the event of a period that ended before the setting is changed', async () => {
    const cho = await server.person('Cho')
    clock.pass(2 * DAY)
    const queue = await ann.client.call(endpoints.registerQueue, { event_types: ['user_group'] })
    await wait(1)
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    expect((await ann.client.call(endpoints.getEvents, poll)).events).toMatchObject([change('add_members', cho)])
  })

  test('are all members where nobody waits, and there is no event', async () => {
    await explains(everyone(), () => wait(0))
    await server.person('Dan')
    clock.pass(DAY)
    const told = await explains(everyone(), () => server.ctx.jobs.runRecurring())
    expect(groupEvents(told['Ann'])).toEqual([])
  })
})
