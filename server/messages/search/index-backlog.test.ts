import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { requireConversationLocks } from '../../../test/locks.ts'
import { useServer } from '../../../test/use-server.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { indexBacklog, resumeIndexing } from './index-backlog.ts'

const COUNT = 1200

describe('messages from before the search index', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'lunch', env: { PARLEY_RATE_LIMITS: 'off' } })
  let ids: number[]

  beforeAll(async () => {
    await say('Peanut 0', 'Nuts')
    // The same message many times, as if it had been sent before the upgrade.
    await query(`insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, sent_at,
        client, content, rendered)
      select nextval('message_id_seq'), realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq + n, sent_at,
        client, 'Walnut ' || n, '<p>Walnut ' || n || '</p>'
      from message, generate_series(1, ${COUNT - 1}) n where content = 'Peanut 0'`)
    await query('update message set tsv = null')
    await requireConversationLocks(server)
    await query('update topic set tsv = null')
    await query(`insert into search_backlog (realm_id, message_id, topic_id, total)
      select realm_id, max(id), (select max(id) from topic), count(*) from message group by 1`)
    ids = (await query('select id from message order by id')).map((row) => row['id'] as number)
    // Memory does not know of them.
    server.realm.places.forget()
  })

  const query = async (text: string) => (await server.database.pool.query<Record<string, unknown>>(text)).rows
  const say = async (content: string, topic: string) =>
    (await ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'lunch', topic, content })).id
  const find = async (text: string) => {
    const narrow = [{ operator: 'search', operand: text, negated: false }]
    const asked = { anchor: 'newest', num_before: 2000, num_after: 0, narrow }
    return (await ann.client.call(endpoints.getMessages, asked)).messages.map(({ id }) => id)
  }
  const backlog = () => query('select message_id, topic_id, total, done from search_backlog')

  test('are not found until they are indexed, newer ones are', async () => {
    const fresh = await say('A walnut of today', 'Trees')
    expect(await find('walnut')).toEqual([fresh])
    await server.owner.call(endpoints.deleteMessage, { message_id: fresh })
    expect(await find('walnut')).toEqual([])
  })

  test('are indexed in pieces, the newest first, and the work goes on where it stopped', async () => {
    const stop = new AbortController()
    let pieces = 0
    const transact: WorkContext['transact'] = async (...args) => {
      const result = await server.ctx.transact(...args)
      pieces += 1
      // After the topics and the first messages.
      if (pieces === 2) stop.abort()
      return result
    }
    await expect(indexBacklog({ ...server.ctx, transact }, server.realm, stop.signal)).rejects.toThrow('aborted')
    expect(await backlog()).toEqual([{ message_id: ids[COUNT - 500]! - 1, topic_id: 0, total: COUNT, done: 500 }])
    expect(await find('walnut')).toEqual(ids.slice(-500))
    expect(await find('nuts peanut')).toEqual([])
    expect(await find('nuts walnut 699')).toEqual([])
    expect(await find('nuts walnut 1000')).toEqual([ids[1000]])
  })

  test('keep what an edit has indexed in the meantime', async () => {
    await ann.client.call(endpoints.updateMessage, { message_id: ids[0]!, content: 'Cashew' })
    expect(await find('cashew')).toEqual([ids[0]])
  })

  test('are all found when the job of the next start has run', async () => {
    await resumeIndexing(server.ctx)
    await server.runJobs()
    expect(await backlog()).toEqual([])
    expect(await find('walnut')).toEqual(ids.slice(1))
    expect(await find('nuts')).toEqual(ids)
    expect([await find('cashew'), await find('peanut')]).toEqual([[ids[0]], []])
    expect(await query('select id from message where tsv is null')).toEqual([])
    await resumeIndexing(server.ctx)
    await server.runJobs()
    expect(await backlog()).toEqual([])
  })
})
