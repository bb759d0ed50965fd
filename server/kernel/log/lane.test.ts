import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { badRequest } from '../../../api/errors.ts'
import { useServer } from '../../../test/use-server.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { everyone } from './audience.ts'
import type { BatchKind, SmallChange } from './lane.ts'
import type { LogRow } from './log-row.ts'

/** Changes that only append to the log. The database rejects the word `poison`. */
const batches: string[][] = []
const words: BatchKind<string, string> = {
  name: 'words',
  emits: 'heartbeat',
  async write(client, step, plans) {
    batches.push([...plans])
    const rows: LogRow[] = plans.map((_, index) => ({
      seq: step.expected + index + 1,
      audience: everyone,
      payload: {},
    }))
    const { rowCount } = await client.query(
      `with lane as (update realm_log set seq = seq + $3 where realm_id = $1 and seq = $2 returning seq)
       insert into event_log (realm_id, seq, at, audience, payload)
       select $1, $2 + ord, case when word = 'poison' then 1 / (ord - ord) else 0 end, '{"to":"everyone"}', '{}'
       from lane, unnest($4::text[]) with ordinality as w (word, ord)`,
      [step.realmId, step.expected, plans.length, plans],
    )
    return rowCount === 0 ? null : { outcomes: plans.map((word) => `wrote ${word}`), rows }
  },
}

const word = (text: string, isAllowed: () => boolean = () => true): SmallChange<string, string> => ({
  kind: words,
  decide() {
    if (!isAllowed()) throw badRequest(`${text} is refused`)
    return text === 'known' ? { done: 'known already' } : { plan: text }
  },
})

const nobody = () => undefined

describe('the lane', () => {
  const { server } = useServer()
  let realm: LiveRealm

  beforeAll(async () => {
    realm = await server.ctx.realms.live(server.realm.id)
  })
  beforeEach(() => {
    batches.length = 0
  })

  const submit = (...changes: SmallChange<string, string>[]) =>
    Promise.allSettled(changes.map((change) => realm.lane.submit(change, nobody)))
  const outcomes = (results: PromiseSettledResult<string>[]) =>
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason.message)))

  /** Appends a row as another process would. */
  const appendElsewhere = () =>
    server.database.pool.query(
      `with lane as (update realm_log set seq = seq + 1 where realm_id = $1 returning seq)
      insert into event_log (realm_id, seq, at, audience, payload) select $1, seq, 0, '{"to":"nobody"}', '{}' from lane`,
      [realm.realmId],
    )

  test('changes that gather while the lane is busy share a batch and have separate results', async () => {
    const busy = realm.lane.exclusive(() => new Promise((resolve) => setTimeout(resolve, 20)))
    const results = await submit(
      word('a'),
      word('b', () => false),
      word('known'),
      word('c'),
    )
    await busy
    expect(outcomes(results)).toEqual(['wrote a', 'b is refused', 'known already', 'wrote c'])
    expect(batches).toEqual([['a', 'c']])
  })

  test('the next batch is sent before the results of the last one are reported', async () => {
    const order: string[] = []
    const noted = (text: string) =>
      word(text, () => {
        order.push(`decided ${text}`)
        return true
      })
    const told = (text: string) => realm.lane.submit(noted(text), nobody).then(() => order.push(`told ${text}`))
    const first = told('a')
    // The first has been sent by now, and the second waits for the next batch.
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.all([first, told('b')])
    expect(batches).toEqual([['a'], ['b']])
    expect(order).toEqual(['decided a', 'decided b', 'told a', 'told b'])
  })

  test('a change that the database refuses fails alone: the batch is repeated one by one', async () => {
    const before = realm.seq
    const results = await submit(word('a'), word('poison'), word('b'))
    expect(outcomes(results)).toEqual(['wrote a', 'division by zero', 'wrote b'])
    expect(realm.seq).toBe(before + 2)
  })

  test('a decision is repeated when another node was faster, and counts what that node did', async () => {
    let isOpen = true
    let calls = 0
    const change = word('late', () => {
      calls += 1
      return isOpen
    })
    // Another node writes, so the first decision comes too early.
    await appendElsewhere()
    const submitted = submit({
      ...change,
      decide: () => {
        const decision = change.decide(undefined, undefined)
        isOpen = false
        return decision
      },
    })
    expect(outcomes(await submitted)).toEqual(['late is refused'])
    expect(calls).toBe(2)
  })

  test('facts are read again when another node wrote after the read and memory has applied that row', async () => {
    let asked = 0
    const asking: BatchKind<string, string> = {
      ...words,
      async prepare() {
        asked += 1
        if (asked > 1) return []
        await appendElsewhere()
        await realm.catchUp()
        return []
      },
    }
    expect(outcomes(await submit({ ...word('asked'), kind: asking }))).toEqual(['wrote asked'])
    expect(asked).toBe(2)
  })

  test('in a flood of changes the first thousand are written, and the rest are refused', async () => {
    const flood = await Promise.allSettled(
      Array.from({ length: 20_000 }, () => realm.lane.submit(word('known'), nobody)),
    )
    const all = outcomes(flood)
    const taken = all.filter((outcome) => outcome === 'known already')
    expect(taken.length).toBeGreaterThanOrEqual(1_000)
    expect(taken.length).toBeLessThanOrEqual(1_032)
    expect(new Set(all.slice(taken.length))).toEqual(new Set(['too many requests are waiting']))
  })

  test('a transaction that throws leaves nothing: no rows, no event, unchanged memory', async () => {
    const before = realm.seq
    const failing = server.ctx.transact(realm.realmId, async (tx) => {
      tx.emit({ type: 'realm_user', op: 'update', person: { user_id: server.ownerId, full_name: 'Nobody' } }, everyone)
      throw badRequest('on second thought')
    })
    await expect(failing).rejects.toThrow('on second thought')
    const { rows } = await server.database.pool.query('select seq from realm_log where realm_id = $1', [realm.realmId])
    expect([realm.seq, rows[0].seq]).toEqual([before, before])
  })

  test('no change overtakes an earlier transaction', async () => {
    const order: string[] = []
    await Promise.all([
      realm.lane.submit(word('first'), nobody).then(() => order.push('first')),
      realm.lane.exclusive(async () => order.push('transaction')),
      realm.lane.submit(word('second'), nobody).then(() => order.push('second')),
    ])
    expect(order).toEqual(['first', 'transaction', 'second'])
  })
})
