import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE, type Role } from '../../kernel/realm-state/user.ts'
import { setRole } from './set-role.ts'

describe('the operator gives an account another role', () => {
  const { server, ann } = useServer({ members: ['ann'] })

  const set = (id: number, role: Role) =>
    server.ctx.transact(server.realm.id, (tx) => setRole(tx, tx.realm.users.get(id)!, role))
  const rename = () => ann.client.call(endpoints.updateRealm, { name: 'Renamed' })

  test('it counts at once, and everybody gets an event', async () => {
    await refused(rename(), 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    const { queue_id, last_event_id } = await ann.client.call(endpoints.registerQueue, { event_types: ['realm_user'] })
    await set(ann.id, ROLE.administrator)
    const poll = { queue_id: queue_id!, last_event_id, dont_block: true }
    expect((await ann.client.call(endpoints.getEvents, poll)).events).toMatchObject([
      { type: 'realm_user', op: 'update', person: { user_id: ann.id, role: ROLE.administrator } },
    ])
    await rename()
    const { rows } = await server.database.pool.query(
      "select target_id, details from audit_log where action = 'role changed'",
    )
    expect(rows).toEqual([{ target_id: ann.id, details: { before: ROLE.member, after: ROLE.administrator } }])
  })

  test('an organization that has lost its owner gets a new one', async () => {
    await changeAccount(server, server.ownerId, { is_active: false })
    await set(ann.id, ROLE.owner)
    await ann.client.call(endpoints.updateRealm, { invite_required: false })
  })

  test('the only owner stays an owner', async () => {
    await expect(set(ann.id, ROLE.member)).rejects.toThrow('is the only owner')
    expect(server.realm.users.get(ann.id)!.role).toBe(ROLE.owner)
  })

  test('a deactivated account and a bot are refused', async () => {
    await expect(set(server.ownerId, ROLE.owner)).rejects.toThrow('is deactivated')
    const { id } = await bot(server, 'Robot', ann)
    await expect(set(id, ROLE.owner)).rejects.toThrow('is a bot')
  })
})
