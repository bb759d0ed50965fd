import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const PASSWORD = 'correct horse battery staple'
const VISIBLE = { forAdministrators: 3, forNobody: 4 }

describe('a hidden address', () => {
  const { server, ann, bob, ada, gus } = useServer({
    members: ['ann', 'bob'],
    administrators: ['ada'],
    guests: ['gus'],
  })
  let wire: string

  beforeAll(async () => {
    wire = `user${bob.id}@localhost`
    await changeAccount(server, bob.id, { email_address_visibility: VISIBLE.forAdministrators })
  })

  const send = (client: Client, to: string) =>
    client.call(endpoints.sendMessage, { type: 'direct', to, content: 'Hello' })
  const narrow = (client: Client, operator: string, operand: string) =>
    client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator, operand, negated: false }],
    })
  const subscribe = (client: Client, principal: string) =>
    client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [principal] })
  const OPERATORS = ['sender', 'dm-including', 'group-pm-with']

  async function isUnknownTo(client: Client, email: string): Promise<void> {
    await refused(send(client, email), `Invalid email '${email}'`)
    await refused(subscribe(client, email), 'No such user')
    const badNarrow = (desc: string) =>
      [`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', data: { desc } }] as const
    for (const operator of OPERATORS)
      await refused(narrow(client, operator, email), ...badNarrow(`unknown user ${email}`))
    await refused(narrow(client, 'dm', email), ...badNarrow(`unknown user in ${email}`))
  }

  async function isKnownTo(client: Client, email: string): Promise<void> {
    await send(client, email)
    expect((await subscribe(client, email)).subscribed).toBeDefined()
    for (const operator of [...OPERATORS, 'dm']) await narrow(client, operator, email)
  }

  test('finds nothing for viewers who may not see it, like an unused one', async () => {
    await isUnknownTo(ann.client, 'bob@example.org')
    await isUnknownTo(ann.client, 'BOB@example.org')
    await refused(send(gus.client, 'bob@example.org'), "Invalid email 'bob@example.org'")
  })

  test('finds its account for viewers who may see it, and for the account itself', async () => {
    await isKnownTo(ada.client, 'bob@example.org')
    await isKnownTo(server.owner, 'Bob@example.org')
    await isKnownTo(bob.client, 'bob@example.org')
  })

  test('has a replacement, which finds the account for all viewers', async () => {
    await isKnownTo(ann.client, wire)
    await isKnownTo(ada.client, wire.toUpperCase())
  })

  test('can be visible to the account itself only', async () => {
    await changeAccount(server, bob.id, { email_address_visibility: VISIBLE.forNobody })
    await isUnknownTo(server.owner, 'bob@example.org')
    await isKnownTo(bob.client, 'bob@example.org')
    await changeAccount(server, bob.id, { email_address_visibility: VISIBLE.forAdministrators })
  })

  test('can still be used to sign in', async () => {
    const args = { username: 'bob@example.org', password: PASSWORD }
    expect(await bob.client.call(endpoints.fetchApiKey, args)).toMatchObject({ user_id: bob.id })
  })

  test.each([
    ['of an account', () => `user${ann.id}@localhost`],
    ['of one that may come', () => 'USER99999@LocalHost'],
  ])('has a replacement that others cannot take: %s', async (_, email) => {
    const account = { email: email(), password: PASSWORD, full_name: 'Eve Early' }
    await refused(server.owner.call(endpoints.createUser, account), 'Email is already in use.')
  })

  test.each(['user1@localhost.example.org', 'user01@localhost', 'user@localhost', 'xuser1@localhost'])(
    'does not affect %s',
    async (email) => {
      await server.owner.call(endpoints.createUser, { email, password: PASSWORD, full_name: 'Una Other' })
    },
  )
})
