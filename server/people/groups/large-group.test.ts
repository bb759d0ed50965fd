import { beforeAll, describe, expect, test } from 'vitest'
import { crowd } from '../../../test/crowd.ts'
import { groupCalls, watchGroups } from '../../../test/groups.ts'
import { useServer } from '../../../test/use-server.ts'

const MANY = 10_000

/** Everybody else waits while a change is made, so its cost in statements must not grow with the number of people. */
describe('a group of many', () => {
  const { server, ann } = useServer({ members: ['ann'] })
  let ids: number[]

  beforeAll(async () => {
    ids = await crowd(server, MANY)
    // Signs of life must not come between the statements that are counted, nor acknowledgements.
    await server.ctx.nodes.leave()
    await server.ctx.upkeep.storeProgress()
  })

  const { create, members, membersOf, isMember } = groupCalls(ann)
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    const { statements } = server.ctx.database
    const before = statements.count
    await work()
    return statements.count - before
  }
  const rowsSince = async (seq: number) => {
    const { rows } = await server.database.pool.query(
      `select payload::jsonb -> 'event' ->> 'op' as op, jsonb_array_length(payload::jsonb -> 'jobs') as jobs
       from event_log where seq > $1 order by seq`,
      [seq],
    )
    return rows
  }

  test('takes as many statements to fill and to empty as a group of one, one event and one row of jobs', async () => {
    const [one, many] = [await create('one'), await create('many')]
    const told = await watchGroups(ann.client, true)
    const few = await statementsOf(() => members(one, { add: [ids[0]!] }))
    const { seq } = server.realm
    expect(await statementsOf(() => members(many, { add: ids }))).toBe(few)
    expect(await rowsSince(seq)).toEqual([
      { op: 'add_members', jobs: null },
      { op: null, jobs: MANY / 25 },
    ])
    expect(await membersOf(many)).toHaveLength(MANY)
    expect(await isMember(many, ids.at(-1)!)).toBe(true)
    expect(await statementsOf(() => members(many, { delete: ids }))).toBe(few)
    expect(await membersOf(many)).toEqual([])
    const events = (await told()).map(
      (event) => 'op' in event && [event.op, 'user_ids' in event && event.user_ids.length],
    )
    expect(events).toEqual([
      ['add_members', 1],
      ['add_members', MANY],
      ['remove_members', MANY],
    ])
  })

  test('is created with the statements of a group of one', async () => {
    const few = await statementsOf(() => create('created with one', { members: [ids[0]!] }))
    expect(await statementsOf(() => create('created with many', { members: ids }))).toBe(few)
  })

  test('costs nothing to ask', async () => {
    const id = await create('asked', { members: ids })
    expect(await statementsOf(() => isMember(id, ids[5]!))).toBe(0)
    expect(await statementsOf(() => membersOf(id))).toBe(0)
  })
})
