import { afterEach, expect, test } from 'vitest'
import { createEmptyDatabase } from './empty-database.ts'
import { promptly } from './rounds.ts'
import { ServerProcess } from './server-process.ts'

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

test.each(['json', 'pretty'])(
  'the reader of the %s log is gone: the server answers and stops as before',
  async (format) => {
    const database = await createEmptyDatabase()
    cleanUp.push(() => database.close())
    const server = await ServerProcess.start({
      databaseUrl: database.url,
      env: { PARLEY_LOG_FORMAT: format, PARLEY_UNSAFE_DATABASE: 'on' },
    })
    cleanUp.push(() => server.dispose())
    server.closeOutput()
    // More than the log buffers before it writes.
    for (let i = 0; i < 200; i += 1) {
      const answer = await fetch(`${server.url}/api/v1/nowhere`, { signal: AbortSignal.timeout(60_000) })
      expect(answer.status).toBe(404)
    }
    await promptly(10_000, async () => expect(await server.stop('SIGTERM')).toBe(0))
  },
  120_000,
)
