import { endpoints } from '../../api/endpoints/index.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { RealmState } from '../../server/kernel/realm-state/realm-state.ts'
import { createRealm } from '../../server/operations/founding/create-realm.ts'
import { groupCalls } from '../groups.ts'
import { startTestServer, type TestServer } from '../harness.ts'

/** Two organizations on one server: the tests' own at `localhost`, and another at `127.0.0.1`. */
export interface Neighbours {
  readonly server: TestServer
  /** The address of the tests' own organization. */
  readonly here: string
  readonly olivia: Client
  readonly ann: { readonly id: number; readonly client: Client; readonly apiKey: string; readonly email: string }
  /** The owner of the other organization. */
  readonly neighbour: Client
  readonly there: RealmState
  /** Ids of the other organization. */
  readonly theirs: {
    readonly userId: number
    readonly groupId: number
    readonly channelId: number
    readonly messageId: number
    readonly directId: number
    readonly queueId: string
  }
  /** Ann's fetch with one narrow term. */
  search(operator: string, operand: string | number | number[]): Promise<{ messages: readonly { id: number }[] }>
}

export const clientAt = (url: string, email: string, apiKey: string): Client =>
  createClient({ url, email, apiKey, userAgent: 'website', strict: true })

export async function startNeighbours(): Promise<Neighbours> {
  const server = await startTestServer()
  const person = await server.person('Ann')
  const here = server.url.replace('127.0.0.1', 'localhost')
  const { email, apiKey } = server.owner.options
  const olivia = clientAt(here, email!, apiKey!)
  const ann = { ...person, client: clientAt(here, person.email, person.apiKey) }
  const owner = { fullName: 'Nora Neighbour', email: 'nora@example.net', password: 'correct horse battery staple' }
  const made = await createRealm(server.ctx, { name: 'Next door', host: '127.0.0.1', owner })
  const there = (await server.ctx.realms.live(made.realmId)).state
  const neighbour = clientAt(server.url, owner.email, made.apiKey)
  await neighbour.call(endpoints.subscribe, { subscriptions: [{ name: 'kitchen' }] })
  const sent = { type: 'channel', to: 'kitchen', topic: 'x', content: 'Hello' } as const
  const direct = { type: 'direct', to: `[${made.userId}]`, content: 'Hello' } as const
  const theirs = {
    userId: made.userId,
    groupId: await groupCalls({ client: neighbour }).create('cooks', { members: [made.userId] }),
    channelId: there.channelByName('kitchen')!.id,
    messageId: (await neighbour.call(endpoints.sendMessage, sent)).id,
    directId: (await neighbour.call(endpoints.sendMessage, direct)).id,
    queueId: (await neighbour.call(endpoints.registerQueue, { fetch_event_types: [] })).queue_id!,
  }
  const search = (operator: string, operand: string | number | number[]) =>
    ann.client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator, operand, negated: false }],
    })
  return { server, here, olivia, ann, neighbour, there, theirs, search }
}
