import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import { TestClock } from '../../../../test/clock.ts'
import type { Person } from '../../../../test/harness.ts'
import { changeRealm } from '../../../../test/people.ts'
import { eventsOf } from '../../../../test/queues/queue-requests.ts'
import { seesCapability } from '../../../../test/record-coverage.ts'
import { useServer } from '../../../../test/use-server.ts'

const { registerQueue, subscribe, unsubscribe, updatePresence } = endpoints
const DAY = 86_400

describe('people who were long away', () => {
  const clock = new TestClock()
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'], clock })

  beforeAll(async () => {
    await server.owner.call(unsubscribe, { subscriptions: ['general'], principals: [gus.id] })
    await changeRealm(server, {}, { can_access_all_users_group: 'role:members' })
  })

  const register = (person: Person, user_avatar_url_field_optional: boolean) =>
    person.client.call(registerQueue, {
      client_capabilities: { notification_settings_null: true, user_avatar_url_field_optional },
    })
  type State = Awaited<ReturnType<typeof register>>
  const withPictures = ({ realm_users: users }: State) =>
    users!.filter((user) => 'avatar_url' in user).map(({ full_name: name }) => name)
  const both = async (person: Person) => ({
    without: await register(person, false),
    having: await register(person, true),
  })
  const added = async (person: Person, state: State) => {
    const events = await eventsOf(person.client, state)
    return events.flatMap((event) => ('op' in event && event.op === 'add' && 'person' in event ? [event.person] : []))
  }

  test('are found by a daily task, and come back', async () => {
    clock.pass(20 * DAY)
    await ann.client.call(updatePresence, { status: 'active' })
    clock.pass(10 * DAY)
    await server.ctx.jobs.runRecurring()
    const isIdle = () => [ann, bob].map(({ id }) => server.realm.users.get(id)!.isLongIdle)
    expect(isIdle()).toEqual([false, true])
    await bob.client.call(updatePresence, { status: 'active' })
    clock.pass(DAY)
    await server.ctx.jobs.runRecurring()
    expect(isIdle()).toEqual([false, false])
  })

  test('have no picture for clients that can do without, in state and events', async () => {
    clock.pass(20 * DAY)
    await ann.client.call(updatePresence, { status: 'active' })
    await gus.client.call(updatePresence, { status: 'active' })
    clock.pass(10 * DAY)
    await server.ctx.jobs.runRecurring()
    const { without, having } = await both(ann)
    expect(withPictures(without)).toEqual(expect.arrayContaining(['Ann', 'Bob', 'Gus']))
    expect(withPictures(having)).toEqual(expect.arrayContaining(['Ann', 'Gus']))
    expect(withPictures(having)).not.toContain('Bob')
    seesCapability('user_avatar_url_field_optional', 'state')
    const queues = await both(gus)
    await server.owner.call(subscribe, { subscriptions: [{ name: 'tea' }], principals: [ann.id, bob.id, gus.id] })
    await server.runJobs()
    const pictures = async (state: State) =>
      Object.fromEntries((await added(gus, state)).map((person) => [person.user_id, 'avatar_url' in person]))
    // The second time the events are read from the log.
    for (let round = 0; round < 2; round += 1) {
      expect(await pictures(queues.without)).toMatchObject({ [ann.id]: true, [bob.id]: true })
      expect(await pictures(queues.having)).toMatchObject({ [ann.id]: true, [bob.id]: false })
    }
    seesCapability('user_avatar_url_field_optional', 'events')
  })
})
