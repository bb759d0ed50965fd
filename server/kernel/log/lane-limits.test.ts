import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { limitsWith } from '../../../test/limits.ts'
import { holdLane, waitingForLocks } from '../../../test/locks.ts'
import { opened } from '../../../test/opened.ts'
import { useServer } from '../../../test/use-server.ts'
import { limitedSession } from '../db/limited-session.ts'

const { getMessages, sendMessage, subscribe } = endpoints

const LATE = { status: 503, code: 'REQUEST_TIMEOUT' }
const FULL = { status: 503, code: 'SERVER_NOT_READY' }

const allRefused = (requests: readonly Promise<unknown>[]) =>
  Promise.all(requests.map((one) => expect(one).rejects.toMatchObject(LATE)))

describe('changes that wait for the lane', () => {
  let server: TestServer
  let ann: Person

  const open = (limits: Parameters<typeof limitsWith>[0]) => async () => {
    server = await startTestServer({ limits: limitsWith(limits) })
    ann = await server.person('Ann', 'talk')
    await send('first')
  }
  const send = (content: string) => ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content })
  const contents = async () => {
    const args = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }
    return (await ann.client.call(getMessages, args)).messages.map((message) => message.content)
  }
  /** Starts one statement that waits for a lock, and sends changes behind it. */
  const blocked = async () => {
    const lane = await holdLane(server)
    const underWay = send('under way')
    await expect.poll(() => waitingForLocks(server), { interval: 10 }).toBe(1)
    return { lane, underWay }
  }

  describe('for too long', () => {
    beforeAll(open({ lane: { wait: 50 } }))
    afterAll(() => server.close())

    test('are refused, and not executed afterwards', async () => {
      const { lane, underWay } = await blocked()
      const late = [send('late'), ann.client.call(subscribe, { subscriptions: [{ name: 'late' }] })]
      await allRefused(late)
      await lane.release()
      await underWay
      await send('afterwards')
      expect(await contents()).toEqual(['first', 'under way', 'afterwards'])
      expect(server.realm.channelByName('late')).toBeUndefined()
    })
  })

  describe('in too large a number', () => {
    beforeAll(open({ lane: { waiting: 2 } }))
    afterAll(() => server.close())

    test('are refused at once, and the earlier ones are not', async () => {
      const { lane, underWay } = await blocked()
      const waiting = [send('second'), send('third')]
      await expect.poll(() => server.ctx.realms.known(server.realm.id)?.lane.waiting).toBe(2)
      await expect(send('too many')).rejects.toMatchObject(FULL)
      await lane.release()
      await Promise.all([underWay, ...waiting])
      expect(new Set(await contents())).toEqual(new Set(['first', 'under way', 'second', 'third']))
    })
  })

  describe('while another connection holds its lock', () => {
    beforeAll(open({ lane: { lock: 400 } }))
    afterAll(() => server.close())

    test('are refused together after the limit, and work again when the lock is free', async () => {
      const { lane, underWay } = await blocked()
      const behind = [send('behind'), ann.client.call(subscribe, { subscriptions: [{ name: 'behind' }] })]
      await allRefused([underWay, ...behind])
      await expect(ann.client.call(subscribe, { subscriptions: [{ name: 'later' }] })).rejects.toMatchObject(LATE)
      await lane.release()
      await send('afterwards')
      expect(await contents()).toEqual(['first', 'afterwards'])
      expect(server.realm.channelByName('behind')).toBeUndefined()
    })
  })
})

describe('a node that is paused inside a transaction', () => {
  const { server: first } = useServer({ limits: limitsWith({ lane: { idle: 200 } }) })
  const second = opened(() => startTestServer({ beside: first }))

  test('loses its locks: other nodes continue, and its transaction is rolled back', async () => {
    const ann = await first.person('Ann', 'talk')
    const still = Promise.withResolvers<void>()
    const frozen = first.ctx.transact(first.realm.id, async (tx) => {
      await tx.db.updateTable('account').set({ full_name: 'Nobody' }).where('id', '=', ann.id).execute()
      await still.promise
    })
    const lost = expect(frozen).rejects.toThrow()
    const atSecond = await second.clientOf(ann.id)
    await atSecond.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content: 'Hello' })
    still.resolve()
    await lost
    const { rows } = await first.database.pool.query('select full_name from account where id = $1', [ann.id])
    expect(rows).toEqual([{ full_name: 'Ann' }])
    // The paused node catches up and continues.
    await ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content: 'Here again' })
  })

  test('loses them also when it does not read an answer', async () => {
    const limits = { statement: 200, idle: 200, answer: 300 }
    const frozen = new pg.Client(limitedSession({ connectionString: first.database.url }, limits))
    frozen.on('error', () => {})
    await frozen.connect()
    await frozen.query('begin')
    await frozen.query('select from realm_log where realm_id = $1 for update', [first.realm.id])
    // More data than the socket buffers take.
    const answer = frozen.query(`select repeat('x', 1000000) from generate_series(1, 200)`)
    const lost = expect(answer).rejects.toThrow()
    frozen.connection.stream.pause()
    await second.owner.call(subscribe, { subscriptions: [{ name: 'after the frozen one' }] })
    frozen.connection.stream.destroy()
    await lost
  })
})
