import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'
import { insertQueue } from '../events/queue-store.ts'

vi.mock(import('../events/queue-store.ts'), async (original) => {
  const real = await original()
  return { ...real, insertQueue: vi.fn(real.insertQueue) }
})
const { insertQueue: store } =
  await vi.importActual<typeof import('../events/queue-store.ts')>('../events/queue-store.ts')

const DEACTIVATED = { code: 'UNAUTHORIZED', status: 401 }

describe('an account that is deactivated while it registers', () => {
  const { server } = useServer()
  let eve: Person
  let people = 0

  beforeEach(async () => {
    people += 1
    eve = await server.person(`Eve ${people}`)
  })

  const deactivate = () =>
    server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(eve.id)!))
  const queuesOfEve = async () => {
    const { rows } = await server.database.pool.query('select id from event_queue where user_id = $1', [eve.id])
    return [...rows, ...[...server.ctx.queues.byId.values()].filter((queue) => queue.userId === eve.id)]
  }

  const registers = [
    ['POST /register', () => eve.client.call(endpoints.registerQueue, {})],
    ['GET /events', () => eve.client.call(endpoints.getEvents, {})],
  ] as const

  test.each(registers)('before its queue is stored: %s creates none', async (_, register) => {
    vi.mocked(insertQueue).mockImplementationOnce(async (...args) => {
      await deactivate()
      return store(...args)
    })
    await expect(register()).rejects.toMatchObject(DEACTIVATED)
    expect(await queuesOfEve()).toEqual([])
  })

  test.each(registers)('but not committed yet: %s waits for the commit', async (_, register) => {
    const other = await server.database.pool.connect()
    await other.query('begin')
    await other.query('update account set is_active = false where id = $1', [eve.id])
    const registering = register()
    const first = await Promise.race([registering, sleep(200).then(() => 'waits')])
    await other.query('commit')
    other.release()
    expect(first).toBe('waits')
    await expect(registering).rejects.toMatchObject(DEACTIVATED)
  })

  test.each(registers)('after its queue is stored but before memory has it: %s leaves none', async (_, register) => {
    vi.mocked(insertQueue).mockImplementationOnce(async (...args) => {
      const isStored = await store(...args)
      await deactivate()
      return isStored
    })
    await expect(register()).rejects.toMatchObject(DEACTIVATED)
    expect(await queuesOfEve()).toEqual([])
  })
})
