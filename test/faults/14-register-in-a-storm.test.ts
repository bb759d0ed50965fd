import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEvents, registerQueue } from '../../api/endpoints/events.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { apply, fromRegister, toRegister } from '../../client/model/model.ts'
import { expectConsistent } from './check.ts'
import { clientOf, type Person } from './place.ts'
import { rounds } from './rounds.ts'
import { openSetting, type Setting } from './setting.ts'
import { Storm } from './storm.ts'

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(3)
})
afterAll(() => setting.close())

const register = {
  client_capabilities: { notification_settings_null: true, empty_topic_name: true, archived_channels: true },
} as const

/** Fields that events do not explain, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  queue_id: 'of the queue',
  last_event_id: 'of the queue',
  server_timestamp: 'of the moment of asking',
  max_message_id: 'the newest message of the organization, also where the person has no part',
  realm_user_groups: 'group events come with the groups',
}

const settled = (state: RegisterState): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...state, realm_users: people(state) }).filter(([name]) => !(name in EXCEPTIONS)))

/** Profile fields are left out: they have their own events. */
const people = (state: RegisterState) => state.realm_users?.map(({ profile_data: _, ...person }) => person)

/** The registered state with all later events applied. */
async function caughtUp(
  url: string,
  person: Person,
  state: RegisterState,
): Promise<{ state: RegisterState; events: number }> {
  const model = fromRegister(state)
  let count = 0
  for (;;) {
    const position = { queue_id: state.queue_id as string, last_event_id: model.state.last_event_id, dont_block: true }
    const { events } = await clientOf(url, person).call(getEvents, position)
    if (events.length === 0) return { state: toRegister(model), events: count }
    for (const event of events) apply(model, event)
    count += events.length
  }
}

test('register in a storm of changes: state + events = fresh state', async () => {
  const { server, people, databaseUrl } = setting
  const storm = new Storm(server.url, people)
  const registered: { person: Person; state: RegisterState }[] = []
  for (let n = 0; n < rounds(12, 100); n += 1) {
    const person = people[n % people.length] as Person
    registered.push({ person, state: await clientOf(server.url, person).call(registerQueue, register) })
    await sleep(60)
  }
  await storm.stop()

  let events = 0
  for (const { person, state } of registered) {
    const moved = await caughtUp(server.url, person, state)
    const fresh = await clientOf(server.url, person).call(registerQueue, register)
    expect(settled(moved.state)).toEqual(settled(fresh))
    events += moved.events
  }
  console.log(`register in a storm: ${storm.count} changes / ${registered.length} states / ${events} events applied`)
  expect(events).toBeGreaterThan(100)
  await expectConsistent(databaseUrl)
})
