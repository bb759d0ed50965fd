import { expect, vi } from 'vitest'
import type { TestServer } from './harness.ts'

/** Returns the result of a request when a change happens while it waits for the lane. */
export async function overtaken(
  server: TestServer,
  change: () => Promise<unknown>,
  request: () => Promise<unknown>,
): Promise<unknown> {
  const { lane } = await server.ctx.realms.live(server.realm.id)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = lane.exclusive(() => released)
  const [submit, exclusive] = [vi.spyOn(lane, 'submit'), vi.spyOn(lane, 'exclusive')]
  // A change of the same conversation waits before the lane.
  const { rewrites } = server.ctx.database
  const asked = () => submit.mock.calls.length + exclusive.mock.calls.length + rewrites.waiting
  const queued = (jobs: number) => vi.waitFor(() => expect(asked()).toBe(jobs), { timeout: 300_000, interval: 2 })
  try {
    const changed = change()
    await queued(1)
    const answered = request()
    answered.catch(() => {})
    await queued(2)
    release()
    await Promise.all([held, changed])
    return await answered
  } finally {
    release()
    submit.mockRestore()
    exclusive.mockRestore()
  }
}
