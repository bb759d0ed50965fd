import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { limitsWith } from '../../../test/limits.ts'
import { type HeldLock, hold, waitingForLocks } from '../../../test/locks.ts'
import type { DatabaseLimits } from './limits.ts'

const SLOW = { status: 429, code: 'RATE_LIMIT_HIT', data: { 'retry-after': 5 } }

const { fetchApiKey, getMessages, getOwnUser, registerQueue, sendMessage } = endpoints

const LATE = { status: 503, code: 'REQUEST_TIMEOUT' }
const FULL = { status: 503, code: 'SERVER_NOT_READY' }

describe('the database use of one caller', () => {
  let server: TestServer
  let ann: Person
  let bob: Person
  let lock: HeldLock | undefined

  const open = async (reads: Partial<DatabaseLimits['reads']> = {}) => {
    server = await startTestServer({ limits: limitsWith({ reads }) })
    ann = await server.person('Ann', 'talk')
    bob = await server.person('Bob', 'talk')
    await send(bob)
  }
  const close = async () => {
    await lock?.release()
    lock = undefined
    await server.close()
  }
  const send = (person: Person) =>
    person.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content: 'Hello' })
  const fetch = (person: Person, signal?: AbortSignal) => {
    const args = { anchor: 'newest', num_before: 10, num_after: 0 }
    return person.client.call(getMessages, args, signal ? { signal } : {})
  }
  const times = <T>(count: number, work: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => work(n))
  /** Blocks every statement that reads this table. */
  const holdTable = async (table: string) => {
    lock = await hold(server, `lock table ${table} in access exclusive mode`)
  }
  const letGo = async () => {
    await lock?.release()
    lock = undefined
  }
  const expectWaiting = (count: number) => expect.poll(() => waitingForLocks(server)).toBe(count)

  describe('with an account', () => {
    beforeAll(() => open())
    afterEach(letGo)
    afterAll(close)

    test('is limited to four statements at once, so that others have connections', async () => {
      await holdTable('topic')
      const greedy = [
        ...times(20, () => fetch(ann)),
        ...times(5, () => ann.client.call(getMessages, { message_ids: [1, 2, 3], narrow: manyTerms() })),
        ...times(5, () => ann.client.call(registerQueue, {})),
      ]
      await expectWaiting(4)
      // Sends by other people, and their reads of other tables.
      for (const one of times(10, () => bob)) {
        await send(one)
        await one.client.call(getOwnUser, {})
      }
      expect(await waitingForLocks(server)).toBe(4)
      // Their own sends only write.
      await send(ann)
      await letGo()
      await Promise.all(greedy)
    })

    test('ends when the client disconnects, and its turns are free again', async () => {
      await holdTable('topic')
      const leaving = new AbortController()
      const gone = times(6, () => expect(fetch(ann, leaving.signal)).rejects.toThrow('abort'))
      await expectWaiting(4)
      leaving.abort()
      await Promise.all(gone)
      await expectWaiting(0)
      const others = times(4, () => fetch(ann))
      await expectWaiting(4)
      await letGo()
      await Promise.all(others)
    })

    test('leaves no open transaction when the client disconnects in the middle of a register', async () => {
      await holdTable('user_flag')
      const leaving = new AbortController()
      const gone = expect(ann.client.call(registerQueue, {}, { signal: leaving.signal })).rejects.toThrow('abort')
      await expectWaiting(1)
      leaving.abort()
      await gone
      await letGo()
      const open = async () => {
        const { rows } = await server.database.pool.query(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
        )
        return rows[0].n
      }
      await expect.poll(open).toBe(0)
      await ann.client.call(registerQueue, {})
    })
  })

  describe('beyond its limits', () => {
    afterEach(close)

    test('waits for a turn up to the limit and is then refused', async () => {
      await open({ wait: 50 })
      await holdTable('topic')
      const first = times(4, () => fetch(ann))
      await expectWaiting(4)
      await expect(fetch(ann)).rejects.toMatchObject(LATE)
      await send(bob)
      await letGo()
      await Promise.all(first)
    })

    test('is refused at once when too many statements wait', async () => {
      await open({ waiting: 1 })
      await holdTable('topic')
      const first = times(4, () => fetch(ann))
      await expectWaiting(4)
      const refused: unknown[] = []
      const further = times(3, () => fetch(ann).catch((error) => void refused.push(error)))
      await expect.poll(() => refused).toMatchObject([FULL, FULL])
      await letGo()
      // The running statements and the one that waited.
      await Promise.all([...first, ...further])
      expect(refused).toHaveLength(2)
    })
  })

  describe('while a read of the same account is slow', () => {
    afterEach(close)

    test('waits until it ends', async () => {
      await open({ slow: 0 })
      await holdTable('topic')
      const first = fetch(ann)
      await expectWaiting(1)
      const next = times(3, () => fetch(ann))
      // Others read, and their own changes and registrations do not wait.
      const other = fetch(bob)
      const state = ann.client.call(registerQueue, {})
      await expectWaiting(3)
      await send(ann)
      await letGo()
      await Promise.all([first, ...next, other, state])
    })

    test('is refused when it has waited long', async () => {
      await open({ slow: 0, slowWait: 50 })
      await holdTable('topic')
      const first = fetch(ann)
      await expectWaiting(1)
      await expect(fetch(ann)).rejects.toMatchObject(SLOW)
      const other = fetch(bob)
      await expectWaiting(2)
      await letGo()
      await Promise.all([first, other])
      await fetch(ann)
    })
  })

  describe('without an account', () => {
    beforeAll(() => open())
    afterAll(close)

    test('is counted by address', async () => {
      const people = [ann, bob, ...(await Promise.all(times(3, (n) => server.person(`Cem ${n}`))))]
      await holdTable('account')
      const visitor = createClient({ url: server.url })
      const password = 'correct horse battery staple'
      const keys = people.map(({ email }) => visitor.call(fetchApiKey, { username: email, password }))
      await expectWaiting(4)
      await fetch(ann)
      await letGo()
      expect(await Promise.all(keys)).toHaveLength(5)
    })
  })
})

const manyTerms = () => Array.from({ length: 100 }, (_, n) => ({ operator: 'topic', operand: `t${n}`, negated: true }))
