import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { type Person, startTestServer, type TestServer } from '../../test/harness.ts'
import { overtaken } from '../../test/overtaken.ts'
import { refused } from '../../test/refusals.ts'
import { relocate } from '../../test/relocate.ts'
import { FLAG_KINDS } from './read-state/flags-batch.ts'

const { addReaction, getEvents, registerQueue, sendMessage, subscribe, updateMessageFlags } = endpoints

/** A request reads the place of its message and waits for the lane while the message is moved. */
describe('a message that is moved while a request waits', () => {
  let server: TestServer
  let ann: Person
  let bob: Person
  let cho: Person
  let id: number

  beforeAll(async () => {
    server = await startTestServer()
    ann = await server.person('Ann', 'lunch')
    bob = await server.person('Bob', 'lunch')
    cho = await server.person('Cho', 'lunch')
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true, principals: [ann.id, cho.id] }
    await ann.client.call(subscribe, secret)
    await say('secret', 'plans')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ;({ id } = await say('lunch', 'soup'))
  })

  const say = (to: string, topic: string) =>
    ann.client.call(sendMessage, { type: 'channel', to, topic, content: 'Hello' })
  const moveToSecret = () => relocate(server, id, 'secret', 'plans')

  async function watch(person: Person) {
    const { queue_id, last_event_id } = await person.client.call(registerQueue, { fetch_event_types: [] })
    return async () =>
      (await person.client.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block: true })).events
  }

  test('gets no reaction from a person who can no longer read it', async () => {
    const [anns, bobs] = [await watch(ann), await watch(bob)]
    const react = () => bob.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
    await refused(overtaken(server, moveToSecret, react), 'Invalid message(s)')
    expect([await anns(), await bobs()]).toEqual([[], []])
  })

  test('gets a reaction that only the people of its new channel see', async () => {
    const [chos, bobs] = [await watch(cho), await watch(bob)]
    const react = () => ann.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
    await overtaken(server, moveToSecret, react)
    expect(await chos()).toMatchObject([{ type: 'reaction', op: 'add', message_id: id }])
    expect(await bobs()).toEqual([])
  })

  test('is not starred by a person who only had access to it and has lost it', async () => {
    const dan = await server.person('Dan')
    const star = () => dan.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    await refused(overtaken(server, moveToSecret, star), 'Invalid message(s)')
  })

  test('is not marked unread, with its new place, for a person who can no longer read it', async () => {
    await bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
    const bobs = await watch(bob)
    const unread = () => bob.client.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' })
    await overtaken(server, moveToSecret, unread)
    expect(await bobs()).toEqual([])
  })

  test('whose flags need the lock, because other nodes are faster, starts no second transaction', async () => {
    const { pool } = server.database
    const notices: string[] = []
    let tries = 0
    const kind = FLAG_KINDS.starred.add
    const { write } = kind
    const losing = vi.spyOn(kind, 'write').mockImplementation(async (client, step, plans) => {
      tries += 1
      if (tries === 1) client.on('notice', ({ message }) => void notices.push(message ?? ''))
      if (tries <= 3)
        await pool.query(
          `with lane as (update realm_log set seq = seq + 1 where realm_id = $1 returning seq)
          insert into event_log (realm_id, seq, at, audience, payload) select $1, seq, 0, '{"to":"nobody"}', '{}' from lane`,
          [step.realmId],
        )
      return write(client, step, plans)
    })
    await bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    losing.mockRestore()
    expect({ tries, notices }).toEqual({ tries: 4, notices: [] })
  })
})
