import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { TestClock } from '../../test/clock.ts'
import { crowd } from '../../test/crowd.ts'
import type { Person } from '../../test/harness.ts'
import { administrator } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { createChannels, PLAIN_CHANNEL } from './create-channel.ts'
import { createdSince } from './queries.ts'

const PER_REQUEST = 'At most 100 channels can be created in one request.'
const PER_DAY = 'You can create at most 1000 channels a day.'
const DAY = 86_400

describe('creating many channels', () => {
  const clock = new TestClock()
  const { server, ann } = useServer({ members: ['ann'], clock })
  let made = 0

  const names = (count: number) => {
    made += count
    return Array.from({ length: count }, (_, index) => `channel ${made - index}`)
  }
  const subscribe = (person: Pick<Person, 'client'>, wanted: readonly string[], more: object = {}) =>
    person.client.call(endpoints.subscribe, { subscriptions: wanted.map((name) => ({ name })), ...more })
  const existing = (wanted: readonly string[]) => wanted.filter((name) => server.realm.channelByName(name))
  /** Creates this many channels, as if by as many requests as needed. */
  const created = (person: Person, count: number) => {
    const plain = names(count).map((name) => ({ name, description: '', renderedDescription: '' }))
    return server.ctx.transact(server.realm.id, (tx) => createChannels(tx, person.id, plain, PLAIN_CHANNEL, []))
  }

  test('is refused beyond a hundred in one request, even for administrators', async () => {
    const many = names(101)
    await refused(subscribe(ann, many), PER_REQUEST)
    await refused(subscribe({ client: server.owner }, many), PER_REQUEST)
    expect(existing(many)).toEqual([])
  })

  test('works up to a hundred, together with any number of existing channels', async () => {
    const wanted = names(100)
    const { subscribed } = await subscribe(ann, wanted)
    expect(subscribed[ann.id]).toHaveLength(100)
    const bob = await server.person('Bob')
    const more = [...wanted, ...names(100)]
    expect((await subscribe(bob, more)).subscribed[bob.id]).toHaveLength(200)
  })

  test('is refused beyond a thousand within a day, for each person separately', async () => {
    const [dan, eve] = [await server.person('Dan'), await server.person('Eve')]
    await created(dan, 995)
    const six = names(6)
    await refused(subscribe(dan, six), PER_DAY)
    expect(existing(six)).toEqual([])
    await subscribe(dan, six.slice(0, 5))
    await refused(subscribe(dan, names(1)), PER_DAY)
    // Existing channels can still be joined.
    const [first] = (await created(eve, 1)) as [Channel]
    expect((await subscribe(dan, [first.name])).subscribed).toEqual({ [dan.id]: [first.name] })
    await subscribe(eve, names(1))
  })

  test('is possible again after a day', async () => {
    const fay = await server.person('Fay')
    await created(fay, 1_000)
    clock.pass(DAY - 1)
    await refused(subscribe(fay, names(1)), PER_DAY)
    clock.pass(2)
    await subscribe(fay, names(1))
  })

  test('has no daily limit for administrators', async () => {
    const ada = await administrator(server, 'Ada')
    await created(ada, 1_000)
    await subscribe(ada, names(1))
  })

  test('is counted correctly when two requests come at the same time', async () => {
    const gil = await server.person('Gil')
    await created(gil, 995)
    const outcomes = await Promise.allSettled([subscribe(gil, names(3)), subscribe(gil, names(3))])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('is refused before the first piece of a large request', async () => {
    const [hal, people] = [await server.person('Hal'), await crowd(server, 100)]
    await created(hal, 945)
    const wanted = names(60)
    await refused(subscribe(hal, wanted, { principals: people }), PER_DAY)
    expect(existing(wanted)).toEqual([])
  })

  test('is counted by an index, whatever the number of channels', async () => {
    const { db } = server.database
    await sql`
      with conversations as (insert into conversation (realm_id) select 1 from generate_series(1, 20000) returning id)
      insert into channel (realm_id, conv_id, name, creator_id, created_at)
      select 1, id, 'many ' || id, ${server.ownerId}::int, 0 from conversations`.execute(db)
    await sql`analyze channel`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${createdSince(server.realm.id, ann.id, 1, 1_000)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('channel_creator')
    expect(plan).not.toContain('Seq Scan')
  })
})
