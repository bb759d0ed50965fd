import type { Client } from '../client/client.ts'
import { type Person, startTestServer, type TestServer } from './harness.ts'

export interface TwoNodes {
  readonly first: TestServer
  readonly second: TestServer
  /** Made on the first, in the channel `talk`. */
  readonly ann: Person
  readonly annOnSecond: Client
  close(): Promise<void>
}

/** Two servers on one database, and somebody who talks to both. */
export async function startTwoNodes(options: Parameters<typeof startTestServer>[0] = {}): Promise<TwoNodes> {
  const first = await startTestServer(options)
  const second = await startTestServer({ ...options, beside: first })
  const ann = await first.person('Ann', 'talk')
  const close = async () => {
    await second.close()
    await first.close()
  }
  return { first, second, ann, annOnSecond: second.clientFor(first.realm.users.get(ann.id)!), close }
}
