import { expect } from 'vitest'
import type { TestServer } from './harness.ts'

/** Starts the changes one after the other while none can be made: each is checked by the state before the first. */
export async function whileLaneIsHeld(
  { ctx, realm }: TestServer,
  ...changes: readonly (() => Promise<unknown>)[]
): Promise<void> {
  const { lane } = await ctx.realms.live(realm.id)
  const hasStarted = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const held = ctx.transact(realm.id, async () => {
    hasStarted.resolve()
    await mayEnd.promise
  })
  await hasStarted.promise
  // Changes of the same conversation wait for each other before the lane.
  const waiting = () => lane.waiting + ctx.database.rewrites.waiting
  const before = waiting()
  const started: Promise<unknown>[] = []
  for (const change of changes) {
    started.push(change())
    await expect.poll(waiting).toBe(before + started.length)
  }
  mayEnd.resolve()
  await Promise.all([held, ...started])
}
