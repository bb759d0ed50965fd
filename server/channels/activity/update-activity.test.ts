import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { firstIdSince } from './queries.ts'

const DAY = 86_400

describe('the activity of channels', () => {
  const clock = new TestClock()
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], clock })
  let teaId: number
  let secretId: number

  beforeAll(async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'tea' }] })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    teaId = server.channelId('tea')
    secretId = server.channelId('secret')
  })

  const send = async (to: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      await ann.client.call(endpoints.sendMessage, { type: 'channel', to, topic: 'x', content: `Message ${n}` })
  }
  const shown = async ({ client }: Person, stream_id: number) =>
    (await client.call(endpoints.getStreamById, { stream_id })).stream
  const everyone = () => ({ Ann: ann.client, Bob: bob.client })
  const about = (events: readonly object[] | undefined, id: number) =>
    (events ?? []).filter((event) => 'stream_id' in event && event.stream_id === id)
  const update = (id: number, property: string, value: unknown) => ({
    type: 'stream',
    op: 'update',
    stream_id: id,
    property,
    value,
  })

  test('is not known in the first week', async () => {
    await send('tea', 10)
    await send('secret', 2)
    const told = await explains(everyone(), () => server.ctx.jobs.runRecurring())
    expect(told).toEqual({ Ann: [], Bob: [] })
    expect(await shown(bob, teaId)).toMatchObject({ stream_weekly_traffic: null, is_recently_active: true })
  })

  test('is counted once a day and told to those who know the channel', async () => {
    clock.pass(8 * DAY)
    const told = await explains(everyone(), () => server.ctx.jobs.runRecurring())
    expect(about(told['Bob'], teaId)).toMatchObject([update(teaId, 'stream_weekly_traffic', 8)])
    expect(about(told['Ann'], secretId)).toMatchObject([update(secretId, 'stream_weekly_traffic', 1)])
    expect(about(told['Bob'], secretId)).toEqual([])
    const { streams, subscriptions } = await ann.client.call(endpoints.registerQueue, {})
    for (const list of [streams!, subscriptions!])
      expect(list.find(({ stream_id }) => stream_id === teaId)).toMatchObject({ stream_weekly_traffic: 8 })
    await send('tea', 10)
    await server.ctx.jobs.runRecurring()
    expect(await shown(bob, teaId)).toMatchObject({ stream_weekly_traffic: 8 })
    clock.pass(DAY)
    await server.ctx.jobs.runRecurring()
    expect(await shown(bob, teaId)).toMatchObject({ stream_weekly_traffic: 15 })
  })

  test('ends after 180 days without messages, and not in archived channels', async () => {
    await ann.client.call(endpoints.archiveStream, { stream_id: secretId })
    clock.pass(170 * DAY)
    await send('general', 1)
    clock.pass(11 * DAY)
    const told = await explains(everyone(), () => server.ctx.jobs.runRecurring())
    for (const name of ['Ann', 'Bob'])
      expect(about(told[name], teaId)).toMatchObject([
        update(teaId, 'stream_weekly_traffic', 0),
        update(teaId, 'is_recently_active', false),
      ])
    expect(about(told['Ann'], secretId)).toEqual([])
    const { streams } = await bob.client.call(endpoints.getStreams, {})
    expect(streams.find(({ name }) => name === 'general')).toMatchObject({ is_recently_active: true })
    expect(streams.find(({ name }) => name === 'tea')).toMatchObject({ is_recently_active: false })
  })

  test('comes back with a message, also for people who do not receive it', async () => {
    const told = await explains(everyone(), async () => {
      await send('tea', 2)
      await server.runJobs()
    })
    for (const name of ['Ann', 'Bob'])
      expect(about(told[name], teaId)).toMatchObject([update(teaId, 'is_recently_active', true)])
    expect(await shown(bob, teaId)).toMatchObject({ is_recently_active: true })
  })

  test('survives a restart', async () => {
    const other = await startTestServer({ clock, beside: server })
    expect(other.realm.channels.get(teaId)).toEqual(server.realm.channels.get(teaId))
    await other.close()
  })

  test('is counted from the first message of the last weeks', async () => {
    const { db } = server.database
    const rows = await db.selectFrom('message').select(['id', 'sent_at']).orderBy('id').execute()
    for (const { sent_at } of rows) {
      const first = await firstIdSince(db, server.realm.id, sent_at)
      const expected = rows.find((row) => row.sent_at >= sent_at)!.id
      expect(first).toBeLessThanOrEqual(expected)
      expect(rows.filter((row) => row.id >= first && row.id < expected)).toEqual([])
    }
    const { id: last, sent_at: end } = rows.at(-1)!
    expect(await firstIdSince(db, server.realm.id, end + 1)).toBeGreaterThan(last)
  })
})
