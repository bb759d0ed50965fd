import type { Client } from '../client/client.ts'
import { type Person, startTestServer, type TestServer } from './harness.ts'

export interface TwoNodes {
  readonly first: TestServer
  readonly second: TestServer
  /** Created on the first node, in the channel `talk`. */
  readonly ann: Person
  readonly annOnSecond: Client
  close(): Promise<void>
}

/** Two servers on one database, and a person who uses both. */
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
