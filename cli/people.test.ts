import { describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import type { AuditEntry } from '../api/objects/audit-entry.ts'
import { ROLE } from '../server/kernel/realm-state/user.ts'
import { Browser } from '../test/browser-visit.ts'
import { operatorOf } from '../test/parley-process.ts'
import { bot, changeAccount } from '../test/people.ts'
import { OWNER } from '../test/template.ts'
import { useServer } from '../test/use-server.ts'

describe('commands about people', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  const parley = operatorOf(() => server)

  const people = async () => JSON.parse((await parley('list-people', '--json')).out) as { id: number; state: string }[]

  test('list-orgs lists the organizations', async () => {
    const { id, name, info } = server.realm
    const { code, out } = await parley('list-orgs')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual(['id\thost\tname\tstate\tpeople', `${id}\t${info.host}\t${name}\tactive\t3`])
    expect(JSON.parse((await parley('list-orgs', '--json')).out)).toEqual([
      { id, host: info.host, name, state: 'active', people: 3 },
    ])
  })

  test('list-people shows who is there, without bots, and nothing that controls a terminal', async () => {
    await bot(server, 'helper', ann)
    await ann.client.call(endpoints.updatePresence, { status: 'active', new_user_input: true })
    await changeAccount(server, bob.id, { full_name: 'Bob\u202e\tB' })
    const { code, out } = await parley('list-people')
    expect(code).toBe(0)
    const [columns, owner, first, second, ...more] = out.split('\n')
    expect(columns).toBe('id\tname\temail\trole\tstate\tlast_active')
    expect(owner).toMatch(/^\d+\tOlivia Owner\t\S+\towner\tactive\t/)
    expect(first).toMatch(
      new RegExp(`^${ann.id}\\tAnn\\tann@example\\.org\\tmember\\tactive\\t\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z$`),
    )
    expect(`${second}\t`).toBe(`${bob.id}\tBob\ufffd\ufffdB\tbob@example.org\tmember\tactive\t`)
    expect(more).toEqual([])
  })

  test('deactivate ends keys and sessions at once, with the bots of the person, and leaves a trace', async () => {
    const helper = await bot(server, 'worker', bob)
    const browser = new Browser(server)
    await browser.signIn(bob.email, OWNER.password)
    expect((await browser.json('GET', '/users/me')).status).toBe(200)
    expect(await parley('deactivate', 'BOB@example.org')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^bob@example\.org is deactivated in /),
    })
    for (const client of [bob.client, helper.client])
      await expect(client.call(endpoints.getOwnUser, {})).rejects.toMatchObject({ status: 401 })
    expect((await browser.json('GET', '/users/me')).status).toBe(401)
    expect(await people()).toContainEqual(expect.objectContaining({ id: bob.id, state: 'deactivated' }))
    const { out } = await parley('audit', '--target', `user:${bob.id}`, '--action', 'user deactivated', '--json')
    expect(JSON.parse(out) as AuditEntry[]).toMatchObject([{ actor_id: null, target: { kind: 'user', id: bob.id } }])
    expect(await parley('deactivate', 'bob@example.org')).toMatchObject({
      code: 1,
      errors: 'bob@example.org is deactivated already.',
    })
  })

  test('deactivate refuses the only owner, bots and unknown accounts', async () => {
    const { deliveryEmail: owner } = [...server.realm.users.values()].find(({ role }) => role === ROLE.owner)!
    expect(await parley('deactivate', owner)).toMatchObject({
      code: 1,
      errors: `${owner} is the only owner of ${server.realm.name}: make somebody else an owner first, with "parley set-role".`,
    })
    await server.owner.call(endpoints.getOwnUser, {})
    const helper = server.realm.users.get((await bot(server, 'another', ann)).id)!
    expect(await parley('deactivate', helper.deliveryEmail)).toMatchObject({
      code: 1,
      errors: `${helper.deliveryEmail} is a bot: choose the account of a person.`,
    })
    expect(await parley('deactivate', 'nobody@example.org')).toMatchObject({ code: 1 })
  })
})
