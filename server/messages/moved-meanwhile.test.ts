import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { overtaken } from '../../test/overtaken.ts'
import { watchEvents } from '../../test/queues/queue-requests.ts'
import { refused } from '../../test/refusals.ts'
import { relocate } from '../../test/relocate.ts'
import { useServer } from '../../test/use-server.ts'
import { FLAG_KINDS } from './read-state/flags-batch.ts'

const { addReaction, sendMessage, subscribe, updateMessageFlags } = endpoints

/** A request reads the place of its message and waits for the lane while the message is moved. */
describe('a message that is moved while a request waits', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob', 'cho'], channel: 'lunch' })
  let id: number

  beforeAll(async () => {
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true, principals: [ann.id, cho.id] }
    await ann.client.call(subscribe, secret)
    await say('secret', 'plans')
  })
  beforeEach(async () => {
    ;({ id } = await say('lunch', 'soup'))
  })

  const say = (to: string, topic: string) =>
    ann.client.call(sendMessage, { type: 'channel', to, topic, content: 'Hello' })
  const moveToSecret = () => relocate(server, id, 'secret', 'plans')

  test('gets no reaction from a person who can no longer read it', async () => {
    const [anns, bobs] = [await watchEvents(ann.client), await watchEvents(bob.client)]
    const react = () => bob.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
    await refused(overtaken(server, moveToSecret, react), 'Invalid message(s)')
    expect([await anns(), await bobs()]).toEqual([[], []])
  })

  test('gets a reaction that only the people of its new channel see', async () => {
    const [chos, bobs] = [await watchEvents(cho.client), await watchEvents(bob.client)]
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
    const bobs = await watchEvents(bob.client)
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
