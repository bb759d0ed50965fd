import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { TestClock } from '../../../test/clock.ts'
import { guest, moderator } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { permitUser } from '../../people/users/permit-user.ts'
import { setPassword } from '../../people/users/set-password.ts'

const { createUserGroup, getAuditLog, updateUserGroup } = endpoints

describe('the audit log', () => {
  const clock = new TestClock()
  const { server, ada, ann } = useServer({ administrators: ['ada'], members: ['ann'], clock })
  let groups: number[]

  beforeAll(async () => {
    groups = []
    for (const [person, name] of [
      [ann, 'cooks'],
      [ada, 'bakers'],
      [ann, 'waiters'],
    ] as const) {
      const { group_id } = await person.client.call(createUserGroup, { name, description: '', members: [] })
      groups.push(group_id)
      clock.pass(60)
    }
    await ann.client.call(updateUserGroup, { user_group_id: groups[0]!, name: 'chefs' })
  })

  type Filter = ArgsOf<typeof getAuditLog>
  const read = async (filter: Filter = {}, client: Client = ada.client) => client.call(getAuditLog, filter)
  const actions = async (filter: Filter) =>
    (await read(filter)).entries.map(({ action, target }) => `${action} ${target.id}`)
  const created = (index: number) => `group created ${groups[index]}`

  test('tells administrators who changed what, when and from where, the newest first', async () => {
    const { entries, found_oldest } = await read()
    expect(found_oldest).toBe(true)
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      time: server.realm.now,
      actor_id: ann.id,
      address: '127.0.0.1',
      client: 'website',
      action: 'group updated',
      target: { kind: 'group', id: groups[0] },
      details: { property: 'name', before: 'cooks', after: 'chefs' },
    })
    expect(entries.map(({ action }) => action)).toEqual([
      'group updated',
      'group created',
      'group created',
      'group created',
      'user created',
      'user created',
      'organization created',
      'user created',
    ])
    expect(entries.at(-2)).toMatchObject({
      actor_id: null,
      address: null,
      client: 'server',
      target: { kind: 'realm', id: server.realm.id },
      details: { name: 'Test', host: 'localhost' },
    })
  })

  test('is for administrators and owners only', async () => {
    const others = [ann, await moderator(server, 'Mia'), await guest(server, 'Gus')]
    for (const { client } of others)
      await refused(read({}, client), 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    await read({}, server.owner)
  })

  test('is filtered by account, action, target and time, and by all of them', async () => {
    const { entries } = await read({ action: 'group created' })
    const [third, second] = entries.map(({ time }) => time) as [number, number]
    expect(await actions({ actor_id: ann.id })).toEqual([`group updated ${groups[0]}`, created(2), created(0)])
    expect(await actions({ action: 'group created' })).toEqual([2, 1, 0].map(created))
    expect(await actions({ target_kind: 'group', target_id: groups[0]! })).toEqual([
      `group updated ${groups[0]}`,
      created(0),
    ])
    expect(await actions({ start_time: second, end_time: third })).toEqual([created(1)])
    expect(await actions({ actor_id: ann.id, action: 'group created', end_time: third })).toEqual([created(0)])
    expect((await read({ actor_id: null })).entries.map(({ client }) => client)).toEqual(['server', 'server'])
  })

  test('returns nothing for what matches nothing', async () => {
    for (const filter of [
      { actor_id: 2 ** 40 },
      { target_id: -(2 ** 40) },
      { action: '%' },
      { target_kind: 'nothing' },
      { before_id: 0 },
      { start_time: 2 ** 40 },
      { end_time: -1 },
    ])
      expect(await read(filter)).toMatchObject({ entries: [], found_oldest: true })
  })

  test('is read page by page', async () => {
    const whole = (await read()).entries
    const pages: typeof whole = []
    for (let isMore = true; isMore; ) {
      const last = pages.at(-1)?.id
      const { entries, found_oldest } = await read({ limit: 3, ...(last === undefined ? {} : { before_id: last }) })
      expect(entries.length).toBeLessThanOrEqual(3)
      pages.push(...entries)
      isMore = !found_oldest
    }
    expect(pages).toEqual(whole)
    expect(await read({ limit: whole.length })).toMatchObject({ found_oldest: true })
    expect(await read({ limit: whole.length - 1 })).toMatchObject({ found_oldest: false })
  })

  test.each(['0', '-1', '1001', '1.5'])('has no pages of %s entries', async (limit) => {
    const { email, apiKey } = ada.client.options
    const response = await fetch(`${server.url}/api/v1/realm/audit_log?limit=${limit}`, {
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    })
    expect([response.status, await response.json()]).toMatchObject([400, { msg: expect.stringMatching(/^limit is /) }])
  })

  test('has what the operator changed, and no secret', async () => {
    const user = server.realm.users.get(ann.id)!
    await server.ctx.transact(server.realm.id, (tx) => permitUser(tx, user, 'can_create_users', true))
    await server.ctx.transact(server.realm.id, (tx) => setPassword(tx, user, 'a hash'))
    const { entries } = await read({ target_kind: 'user', target_id: ann.id })
    expect(entries.map(({ action, actor_id, details }) => [action, actor_id, details])).toEqual([
      ['password set', null, {}],
      ['right changed', null, { right: 'can_create_users', before: false, after: true }],
      ['user created', server.ownerId, { fullName: 'Ann', role: 400 }],
    ])
  })

  test('reads each page from an index', async () => {
    const plan = async (where: string) => {
      const client = await server.database.pool.connect()
      try {
        await client.query('begin')
        await client.query('set local enable_seqscan = off; set local enable_sort = off')
        const { rows } = await client.query<Record<string, string>>(
          `explain select * from audit_log where realm_id = 1 and ${where} order by id desc limit 101`,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect(await plan('actor_id = 5')).toContain('audit_log_actor')
    expect(await plan(`action = 'x'`)).toContain('audit_log_action')
    expect(await plan(`target_kind = 'user' and target_id = 5`)).toContain('audit_log_target')
  })
})
