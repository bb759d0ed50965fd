import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Client, createClient } from '../../../client/client.ts'
import { TestClock } from '../../../test/clock.ts'
import { overtaken } from '../../../test/overtaken.ts'
import { administrator } from '../../../test/people.ts'
import { picture } from '../../../test/pictures.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'
import { ownedTables } from './deletion-queries.ts'
import { reactivateRealm } from './reactivate-realm.ts'

const { deactivateRealm, fetchApiKey, getEvents, getOwnUser, registerQueue, sendMessage, updateRealm } = endpoints
const GONE = 'This organization has been deactivated'
const PASSWORD = 'correct horse battery staple'
const DAY = 86_400

describe('POST /realm/deactivate', () => {
  const clock = new TestClock()
  const { server } = useServer({ clock })

  const comesBack = () => server.ctx.transact(server.realm.id, reactivateRealm)
  const audited = async () => {
    const { rows } = await server.database.pool.query('select action, details from audit_log order by id')
    return rows.filter(({ action }) => action.startsWith('organization ') && action !== 'organization created')
  }

  test('is for owners', async () => {
    const { client } = await administrator(server, 'Alice')
    await refused(client.call(deactivateRealm, {}), 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test('keeps the data for two weeks at least', async () => {
    for (const deletion_delay_days of [-1, 0, 13])
      await refused(
        server.owner.call(deactivateRealm, { deletion_delay_days }),
        'Data deletion time must be at least 14 days in the future.',
      )
    expect(server.realm.isDeactivated).toBe(false)
  })

  test('tells everybody, and refuses every request from then on, until the operator brings it back', async () => {
    const bob = await server.person('Bob')
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, { event_types: ['realm'] })
    const waiting = bob.client.call(getEvents, { queue_id: queue_id!, last_event_id })
    await server.owner.call(deactivateRealm, {})
    expect((await waiting).events).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: server.realm.id }])
    const refusal = { code: 'UNAUTHORIZED', status: 401 } as const
    for (const client of [server.owner, bob.client]) await refused(client.call(getOwnUser, {}), GONE, refusal)
    await refused(bob.client.call(getEvents, { queue_id: queue_id!, dont_block: true }), GONE, refusal)
    const signIn = createClient({ url: server.url, strict: true, observe: recordCoverage })
    await refused(signIn.call(fetchApiKey, { username: bob.email, password: PASSWORD }), GONE, {
      code: 'REALM_DEACTIVATED',
      status: 401,
    })
    await comesBack()
    await bob.client.call(getOwnUser, {})
    expect(await audited()).toEqual([
      { action: 'organization deactivated', details: { deletion_at: null } },
      { action: 'organization reactivated', details: {} },
    ])
    await expect(comesBack()).rejects.toThrow('Test is not deactivated: there is nothing to do.')
  })

  test('refuses a request that has waited for it', async () => {
    const deactivated = () => server.owner.call(deactivateRealm, {})
    const renamed = () => server.owner.call(updateRealm, { name: 'Too late' })
    await refused(overtaken(server, deactivated, renamed), GONE, { code: 'UNAUTHORIZED' })
    await comesBack()
    expect(server.realm.name).toBe('Test')
  })

  test('deletes nothing before its time, nor after the organization came back', async () => {
    await server.owner.call(deactivateRealm, { deletion_delay_days: 14 })
    expect(server.realm.info.deletionAt).toBe(Math.floor(clock.now() / 1000) + 14 * DAY)
    clock.pass(13 * DAY)
    await server.runJobs()
    await comesBack()
    clock.pass(2 * DAY)
    await server.runJobs()
    await server.owner.call(getOwnUser, {})
  })

  test.each([1_000_001, 10_000_000, Number.MAX_SAFE_INTEGER])(
    'keeps the data as long as asked: %d days',
    async (days) => {
      await server.owner.call(deactivateRealm, { deletion_delay_days: days })
      const wanted = Math.floor(clock.now() / 1000) + days * DAY
      // The end of the year 9999 is the latest time that can be written in the usual form.
      expect(server.realm.info.deletionAt).toBe(Math.min(wanted, Date.UTC(10_000, 0, 1) / 1000 - 1))
      await server.runJobs()
      await comesBack()
      await server.owner.call(getOwnUser, {})
    },
  )

  describe('with a delay', () => {
    let nora: Client
    let theirs: number

    beforeAll(async () => {
      const owner = { fullName: 'Nora Neighbour', email: 'nora@example.net', password: PASSWORD }
      const made = await createRealm(server.ctx, { name: 'Next context', host: '127.0.0.1', owner })
      theirs = made.realmId
      const account = { email: owner.email, apiKey: made.apiKey, userAgent: 'website' }
      nora = createClient({ url: server.url, ...account, strict: true, observe: recordCoverage })
      const { id } = await nora.call(sendMessage, { type: 'channel', to: 'general', topic: 'x', content: 'Hello' })
      await nora.call(endpoints.addReaction, { message_id: id, emoji_name: 'tada' })
      await nora.call(endpoints.updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
      await nora.call(endpoints.createUserGroup, { name: 'staff', description: '', members: [made.userId] })
      const bytes = await picture()
      await nora.call(endpoints.uploadAvatar, { file: { filename: 'me.png', type: 'image/png', bytes } })
      await nora.call(registerQueue, {})
    })

    const rowsOf = async (realmId: number) => {
      const counts: Record<string, number> = {}
      for (const { table, column } of await ownedTables(server.database.db)) {
        if (column !== 'realm_id') continue
        const { rows } = await server.database.pool.query(
          `select count(*)::int as n from ${table} where realm_id = ${realmId}`,
        )
        counts[table] = rows[0].n
      }
      return counts
    }
    const files = async () => (await server.database.pool.query('select count(*)::int as n from stored_file')).rows[0].n

    test('every row and file of the organization is deleted, and nothing of another', async () => {
      const before = await rowsOf(server.realm.id)
      expect(await files()).toBe(2)
      await nora.call(deactivateRealm, { deletion_delay_days: 20 })
      const realm = (await server.ctx.realms.live(theirs)).state
      await server.runJobs()
      clock.pass(20 * DAY)
      await expect(server.ctx.transact(theirs, reactivateRealm)).rejects.toThrow('its data is being deleted')
      await server.runJobs()
      expect(Object.values(await rowsOf(theirs)).filter((count) => count > 0)).toEqual([])
      for (const table of ['subscription', 'member', 'user_flag', 'reaction', 'topic']) {
        const { rows } = await server.database.pool.query(`select count(*)::int as n from ${table}`)
        expect(rows[0].n, table).toBe(await ownRows(table))
      }
      expect(await files()).toBe(0)
      expect(await rowsOf(server.realm.id)).toMatchObject({ account: before['account'], channel: before['channel'] })
      expect(server.ctx.realms.ids).toEqual([server.realm.id])
      expect(realm.isDeactivated).toBe(true)
    })

    /** Rows of the other organization in a table that has no column for it. */
    const ownRows = async (table: string) => {
      const own = {
        topic: 'channel_id in (select id from channel where realm_id = $1)',
        reaction: 'user_id in (select id from account where realm_id = $1)',
      }
      const condition = own[table as keyof typeof own] ?? own.reaction
      const { rows } = await server.database.pool.query(`select count(*)::int as n from ${table} where ${condition}`, [
        server.realm.id,
      ])
      return rows[0].n as number
    }
  })
})
