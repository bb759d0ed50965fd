import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { useServer } from '../../../test/use-server.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { LiveRealm } from '../../kernel/realm-state/live-realm.ts'

/** Every form of the statement: with and without an unknown topic, flags and keys, for one message and for several. */
const FORMS = [false, true].flatMap((naming) =>
  [false, true].flatMap((flagged) =>
    [false, true].flatMap((keyed) => [1, 3].map((size) => ({ naming, flagged, keyed, size }))),
  ),
)

describe('the statement that sends', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk' })
  let realm: LiveRealm

  beforeAll(async () => {
    realm = await server.ctx.realms.live(server.realm.id)
  })

  const batches = async () => {
    const { values } = await server.ctx.metrics.laneBatchSize.get()
    return values.find(({ metricName }) => metricName?.endsWith('_count'))!.value
  }
  const read = async (text: string, ids: readonly number[]) => (await server.database.pool.query(text, [ids])).rows

  test.each(FORMS)('writes all values: %j', async ({ naming, flagged, keyed, size }) => {
    const name = JSON.stringify({ naming, flagged, keyed, size })
    const say = (topic: string, text: string, idempotencyKey?: string) =>
      ann.client.call(
        endpoints.sendMessage,
        { type: 'channel', to: 'talk', topic, content: text },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      )
    if (!naming) await say(name.slice(-60), 'so that the topic is known')
    // Sends that arrive while the lane is taken share a batch.
    const before = await batches()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const busy = realm.lane.exclusive(() => released)
    const texts = Array.from({ length: size }, (_, n) => `${flagged ? '@**Bob** ' : ''}text ${n} of ${name}`)
    const sending = texts.map((text, n) => say(name.slice(-60), text, keyed ? `${name} ${n}` : undefined))
    await expect.poll(() => realm.lane.waiting, { interval: 5 }).toBe(size)
    release()
    await busy
    const ids = (await Promise.all(sending)).map(({ id }) => id)
    expect(await batches()).toBe(before + 1)

    const messages = await read(
      `select m.content, m.tsv @@ 'text' as "isIndexed", t.tsv @@ 'naming' as "isTopicIndexed", t.name,
         l.payload::json -> 'message' as logged from message m join topic t on t.id = m.topic_id
       join event_log l on (l.payload::json -> 'message' ->> 'id')::bigint = m.id where m.id = any($1) order by m.id`,
      ids,
    )
    expect(messages.map(({ content }) => content).sort()).toEqual(texts.toSorted())
    for (const { content, name: topic, logged, isIndexed, isTopicIndexed } of messages) {
      expect(logged).toMatchObject({ content, topic })
      expect([isIndexed, isTopicIndexed]).toEqual([true, true])
    }
    const flags = await read('select user_id, flags from user_flag where message_id = any($1)', ids)
    expect(flags).toEqual(flagged ? ids.map(() => ({ user_id: bob.id, flags: USER_BIT.mentioned })) : [])
    expect(await read('select message_id from sent_key where message_id = any($1)', ids)).toHaveLength(keyed ? size : 0)
  })
})
