import { afterAll, describe, expect, it } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { badRequest } from '../api/errors.ts'
import { basic, createKernel } from '../server/http/kernel-fixture.ts'
import { type Route, rawRoute } from '../server/http/route.ts'
import { createServer } from '../server/http/server.ts'
import { attacks, problemWith } from './fuzz.ts'

/** The real declarations with handlers that refuse everything, to test how the kernel alone treats hostile input. */
const refuse = () => {
  throw badRequest('Refused.')
}
const routes: Record<string, Route> = Object.fromEntries(
  Object.entries(endpoints).map(([name, endpoint]) => [name, rawRoute(endpoint, refuse)]),
)
const { ctx } = createKernel({ config: { rateLimits: false } })
const app = createServer(ctx, routes)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

const RIGHT = {
  type: 'channel',
  to: '1',
  topic: 'x',
  content: 'x',
  messages: '[1]',
  op: 'add',
  flag: 'read',
  emoji_name: 'smile',
}

describe('hostile input never causes a 5xx in the kernel', () => {
  it.each(Object.entries(endpoints))('%s', async (_, endpoint) => {
    for (const attack of attacks(endpoint, RIGHT)) {
      const problem = await problemWith(url, basic('olga@example.com'), attack)
      expect(problem, attack.name).toBeNull()
    }
  })
})
