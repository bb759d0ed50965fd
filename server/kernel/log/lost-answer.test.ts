import { beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { openQueue, untilPolled } from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'
import { sendBatch } from '../../messages/sending/send-batch.ts'
import { versionFields } from '../base/version.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { everyone } from './audience.ts'

const { getEvents, sendMessage } = endpoints

describe('a commit whose answer is lost, on a single node', () => {
  const clock = new TestClock()
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk', clock })
  let live: LiveRealm

  beforeAll(async () => {
    live = await server.ctx.realms.live(server.realm.id)
  })

  const lost = () => new Error('Connection terminated unexpectedly')

  async function waitForMessage() {
    const queue = await openQueue(bob.client, { event_types: ['message', 'restart'] })
    const answer = bob.client.call(getEvents, queue)
    await untilPolled(server, queue)
    return { answer }
  }

  test('of a send: its event is delivered, and a repetition returns the same message', async () => {
    const { answer } = await waitForMessage()
    const { write } = sendBatch
    const losing = vi.spyOn(sendBatch, 'write').mockImplementationOnce(async (...args) => {
      await write(...args)
      throw lost()
    })
    const message = { type: 'channel', to: 'talk', topic: 'x', content: 'Hello' } as const
    const send = () => ann.client.call(sendMessage, message, { idempotencyKey: 'a key' })
    await expect(send()).rejects.toThrow()
    losing.mockRestore()
    const { id } = await send()
    expect((await answer).events).toMatchObject([{ type: 'message', message: { id } }])
  })

  test('of a transaction: its changes are applied and delivered', async () => {
    clock.pass(60)
    await live.bringToHead()
    expect(live.isUncertain).toBe(false)
    const { answer } = await waitForMessage()
    const event = { type: 'restart', ...versionFields(), server_generation: 7 } as const
    const client = await server.ctx.database.atHand.take()
    server.ctx.database.atHand.giveBack(client)
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const losing = vi.spyOn(client, 'query').mockImplementation((async (...args: unknown[]) => {
      const answer = await query(...args)
      if (/^commit/.test((args[0] as { text?: string }).text ?? String(args[0]))) throw lost()
      return answer
    }) as never)
    const emitting = server.ctx.transact(server.realm.id, async (tx) => tx.emit(event, everyone))
    await expect(emitting).rejects.toThrow('terminated')
    losing.mockRestore()
    expect((await answer).events).toMatchObject([{ type: 'restart' }])
  })

  test('is looked for as long as it may still come, and no longer', async () => {
    live.markUncertain()
    clock.pass(59)
    await live.bringToHead()
    expect(live.isUncertain).toBe(true)
    clock.pass(1)
    await live.bringToHead()
    expect(live.isUncertain).toBe(false)
  })

  test('is not suspected after a refusal by the database or by a rule', async () => {
    const refused = (work: () => Promise<unknown>) =>
      server.ctx.transact(server.realm.id, async () => void (await work()))
    await expect(refused(() => Promise.reject(lost()))).rejects.toThrow('terminated')
    await expect(refused(() => server.database.pool.query('select 1 / 0'))).rejects.toThrow('division by zero')
    expect(live.isUncertain).toBe(false)
  })
})
