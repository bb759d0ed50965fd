import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { createRealm } from './create-realm.ts'

describe('making an organization', () => {
  const { server } = useServer()

  const owner = { fullName: 'Ada', email: 'ada@example.org', password: 'correct horse battery staple' }
  const make = (host: string) => createRealm(server.ctx, { name: 'Next context', host, owner })
  const hosts = async () => (await server.database.pool.query('select host from realm order by id')).rows

  test('that is cut short leaves none that anybody could find, and can be done again', async () => {
    const cut = vi.spyOn(server.ctx, 'transact').mockRejectedValueOnce(new Error('killed'))
    await expect(make('cut.example.org')).rejects.toThrow('killed')
    cut.mockRestore()
    await server.ctx.realms.refreshHosts()
    expect(server.ctx.realms.ids).toEqual([server.realm.id])

    const { realmId } = await make('cut.example.org')
    expect(server.ctx.realms.ids).toEqual([server.realm.id, realmId])
    expect(await hosts()).toEqual([{ host: 'localhost' }, { host: 'cut.example.org' }])
    const { state } = await server.ctx.realms.live(realmId)
    expect(state.memberships.subscribers(state.channelByName('general')!.id).size).toBe(1)
  })

  test('twice at once, on two nodes, makes one and refuses the other in a sentence', async () => {
    const second = await startTestServer({ beside: server })
    try {
      for (let round = 0; round < 5; round += 1) {
        const wanted = { name: 'Both', host: `both${round}.example.org`, owner }
        const later = sleep(round * 10).then(() => createRealm(second.ctx, wanted))
        const made = await Promise.allSettled([createRealm(server.ctx, wanted), later])
        expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const refusal = made.find((one) => one.status === 'rejected')?.reason as Error
        expect(refusal.message).toBe(`There is already an organization at ${wanted.host}: choose another host.`)
      }
    } finally {
      await second.close()
    }
  })

  test.each([
    [undefined, 0, 3],
    ['business', 10, 1],
    ['education', 35, 5],
    ['education-nonprofit', 30, 5],
    ['community', 90, 3],
  ] as const)(
    'of type %s (%d) shows the addresses of its people to those of setting %d',
    async (type, id, visibility) => {
      const host = `${type ?? 'any'}.example.org`
      const { realmId, userId } = await createRealm(server.ctx, { name: 'Typed', host, owner, ...(type && { type }) })
      const { state } = await server.ctx.realms.live(realmId)
      expect(state.users.get(userId)).toMatchObject({
        emailAddressVisibility: visibility,
        deliveryEmail: owner.email,
        apiEmail: visibility === 1 ? owner.email : `user${userId}@${host}`,
      })
      expect(state.info).toMatchObject({
        settings: { org_type: id },
        accountDefaults: { email_address_visibility: visibility },
      })
    },
  )

  test('where there is one already is refused', async () => {
    await expect(make('LocalHost')).rejects.toThrow('There is already an organization at localhost')
  })

  test.each(['user1@own.example.org', 'USER7@own.example.org'])(
    'is refused to %s, an address that stands for hidden ones there, and makes nothing',
    async (email) => {
      const before = await hosts()
      const making = createRealm(server.ctx, { name: 'Own', host: 'own.example.org', owner: { ...owner, email } })
      await expect(making).rejects.toThrow('choose another address for that person')
      expect(await hosts()).toEqual(before)
    },
  )
})
