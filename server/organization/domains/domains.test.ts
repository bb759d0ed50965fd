import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createAccount } from '../../../cli/new-account.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { whileLaneIsHeld } from '../../../test/held-lane.ts'
import { changeAccount, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'

const { addRealmDomain, createUser, deleteRealmDomain, getRealmDomains, patchRealmDomain } = endpoints

describe('email domains', () => {
  const { server, ada, bob, gus } = useServer({ administrators: ['ada'], members: ['bob'], guests: ['gus'] })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Olivia: server.owner, Ada: ada.client, Bob: bob.client, Gus: gus.client }
  })
  afterEach(async () => {
    await changeRealm(server, { emails_restricted_to_domains: false })
    for (const { domain } of await list()) await remove(domain)
  })

  const list = async (by: Client = gus.client) => (await by.call(getRealmDomains, {})).domains
  const add = async (domain: string, allow_subdomains = false, by: Client = server.owner) =>
    (await by.call(addRealmDomain, { domain, allow_subdomains })).new_domain
  const patch = (domain: string, allow_subdomains: boolean, by: Client = server.owner) =>
    by.call(patchRealmDomain, { domain, allow_subdomains })
  const remove = (domain: string, by: Client = server.owner) => by.call(deleteRealmDomain, { domain })

  test('one is added, changed and removed; events explain the state', async () => {
    await add('first.example.com')
    const added = await explains(everyone, async () => {
      const [id, name] = await add(' Example.COM ', true)
      expect([typeof id, name]).toEqual(['number', 'example.com'])
    })
    const realm_domain = { domain: 'example.com', allow_subdomains: true }
    expect(added['Gus']).toMatchObject([{ type: 'realm_domains', op: 'add', realm_domain }])
    expect(await list()).toEqual([{ domain: 'first.example.com', allow_subdomains: false }, realm_domain])
    const changed = await explains(everyone, () => patch('first.example.com', true))
    expect(changed['Bob']).toMatchObject([
      { type: 'realm_domains', op: 'change', realm_domain: { domain: 'first.example.com', allow_subdomains: true } },
    ])
    expect((await explains(everyone, () => patch('Example.com', true)))['Bob']).toEqual([])
    const removed = await explains(everyone, () => remove('first.example.com'))
    expect(removed['Bob']).toMatchObject([{ type: 'realm_domains', op: 'remove', domain: 'first.example.com' }])
    expect(await list()).toEqual([realm_domain])
  })

  test.each([
    ['', "Domain can't be empty."],
    ['localhost', 'Domain must have at least one dot (.)'],
    [`${'a'.repeat(252)}.com`, 'Domain is too long'],
    ['.example.com', 'Domain cannot start or end with a dot (.)'],
    ['example.com.', 'Domain cannot start or end with a dot (.)'],
    ['example..com', "Consecutive '.' are not allowed."],
    ['-example.com', "Subdomains cannot start or end with a '-'."],
    ['example-.com', "Subdomains cannot start or end with a '-'."],
    ['exa_mple.com', "Domain can only have letters, numbers, '.' and '-'s."],
    ['exämple.com', "Domain can only have letters, numbers, '.' and '-'s."],
  ])('%s is none', async (domain, problem) => {
    await refused(add(domain), `Invalid domain: ${problem}`)
  })

  test('one that is there, or is not', async () => {
    await add('example.com')
    await refused(add('EXAMPLE.com'), 'The domain example.com is already a part of your organization.')
    await refused(patch('example.net', true), 'No entry found for domain example.net.')
    await refused(remove('example.net'), 'No entry found for domain example.net.')
  })

  test('only owners change them; administrators do not', async () => {
    await add('example.com')
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    for (const { client } of [ada, bob, gus]) {
      await refused(add('example.net', false, client), 'Must be an organization owner', refusal)
      await refused(patch('example.com', true, client), 'Must be an organization owner', refusal)
      await refused(remove('example.com', client), 'Must be an organization owner', refusal)
    }
    await changeAccount(server, ada.id, { role: ROLE.owner })
    await add('example.net', false, ada.client)
    await changeAccount(server, ada.id, { role: ROLE.administrator })
  })

  test('an owner who loses the role while the change waits makes none', async () => {
    await add('example.com')
    await changeAccount(server, ada.id, { role: ROLE.owner })
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    await whileLaneIsHeld(
      server,
      () => changeAccount(server, ada.id, { role: ROLE.administrator }),
      () => refused(add('example.net', false, ada.client), 'Must be an organization owner', refusal),
      () => refused(patch('example.com', true, ada.client), 'Must be an organization owner', refusal),
      () => refused(remove('example.com', ada.client), 'Must be an organization owner', refusal),
    )
    expect(await list()).toEqual([{ domain: 'example.com', allow_subdomains: false }])
  })

  test('every change has a line in the audit log', async () => {
    await add('example.com')
    await patch('example.com', true)
    await remove('example.com')
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select('action')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['domain removed', 'domain changed', 'domain added'])
  })

  describe('decide who may have an account', () => {
    const create = (email: string, full_name = 'Newcomer') =>
      server.owner.call(createUser, { email, full_name, password: 'correct horse battery staple' })
    const restrict = async () => {
      await add('example.com')
      await add('example.org', true)
      await changeRealm(server, { emails_restricted_to_domains: true })
    }

    test('where the organization wants it, and only there', async () => {
      await add('example.com')
      await create('unrestricted@example.net')
      await changeRealm(server, { emails_restricted_to_domains: true })
      const msg = "Email 'other@example.net' not allowed in this organization"
      await refused(create('other@example.net'), msg)
      await create('other@Example.COM')
    })

    test.each(['a@example.com', 'b@example.org', 'c@mail.example.org', 'd@deep.mail.EXAMPLE.org', 'e@ｅxample.com'])(
      '%s may',
      async (email) => {
        await restrict()
        await create(email)
      },
    )

    test.each(['a@mail.example.com', 'a@example.net', 'a@badexample.org', 'a@example.org.example.net', 'a@com'])(
      '%s may not',
      async (email) => {
        await restrict()
        await refused(create(email), `Email '${email}' not allowed in this organization`)
      },
    )

    test('one mailbox does not have many addresses', async () => {
      await restrict()
      await refused(create('ann+two@example.com'), 'Email addresses containing + are not allowed.')
      await changeRealm(server, { emails_restricted_to_domains: false })
      await create('ann+two@example.com')
    })

    test('a disposable address counts as any other when its domain is allowed', async () => {
      await add('mailinator.com')
      await refused(create('x@mailinator.com'), 'Disposable email addresses are not allowed in this organization')
      await changeRealm(server, { emails_restricted_to_domains: true })
      await create('x@mailinator.com')
    })

    test('also when the operator creates the account', async () => {
      await restrict()
      const account = { org: null, fullName: 'Cleo', role: ROLE.member, password: 'correct horse battery staple' }
      const byCommand = (email: string) => createAccount(server.ctx, { ...account, email })
      await expect(byCommand('cleo@example.net')).rejects.toThrow("Email 'cleo@example.net' not allowed")
      await byCommand('cleo@example.com')
    })

    test('a domain that is removed while the account is prepared does not count', async () => {
      await restrict()
      const msg = "Email 'late@example.com' not allowed in this organization"
      await whileLaneIsHeld(
        server,
        () => remove('example.com'),
        () => refused(create('late@example.com'), msg),
      )
    })

    test('nobody may when the last domain is gone', async () => {
      await changeRealm(server, { emails_restricted_to_domains: true })
      await refused(create('last@example.com'), "Email 'last@example.com' not allowed in this organization")
    })
  })
})
