import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { MAX_VIEWS } from './change-views.ts'

const { addNavigationView, editNavigationView, getNavigationViews, removeNavigationView } = endpoints

describe('navigation views', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client }
  })

  const add = ({ client }: Person, fragment: string, is_pinned: boolean, name?: string) =>
    client.call(addNavigationView, { fragment, is_pinned, name })
  const edit = ({ client }: Person, fragment: string, change: { is_pinned?: boolean; name?: string }) =>
    client.call(editNavigationView, { fragment, ...change })
  const remove = ({ client }: Person, fragment: string) => client.call(removeNavigationView, { fragment })
  const list = async ({ client }: Person) => (await client.call(getNavigationViews, {})).navigation_views
  const [ABSENT, absent] = ['Navigation view does not exist.', { status: 404 }]
  const EXISTS = 'Navigation view already exists.'
  const NAMELESS = 'Built-in views cannot have a custom name.'

  test('are added, changed and removed; only their owner gets events', async () => {
    const fragment = 'narrow/is/alerted'
    const view = { fragment, is_pinned: true, name: 'Alerts' }
    const added = await explains(everyone, () => add(ann, fragment, true, ' Alerts '))
    expect(added).toMatchObject({ Ann: [{ type: 'navigation_view', op: 'add', navigation_view: view }], Bob: [] })
    await explains(everyone, () => add(ann, 'inbox', false))
    expect(await list(ann)).toEqual([view, { fragment: 'inbox', is_pinned: false, name: null }])
    expect(await list(bob)).toEqual([])

    const renamed = await explains(everyone, () => edit(ann, fragment, { name: 'Watched' }))
    expect(renamed).toMatchObject({ Ann: [{ op: 'update', fragment, data: { name: 'Watched' } }], Bob: [] })
    const pinned = await explains(everyone, () => edit(ann, 'inbox', { is_pinned: true }))
    expect(pinned['Ann']).toMatchObject([{ op: 'update', fragment: 'inbox', data: { is_pinned: true } }])
    expect((await explains(everyone, () => edit(ann, 'inbox', { is_pinned: true })))['Ann']).toEqual([])

    const removed = await explains(everyone, () => remove(ann, fragment))
    expect(removed).toMatchObject({ Ann: [{ op: 'remove', fragment }], Bob: [] })
    expect(await list(ann)).toEqual([{ fragment: 'inbox', is_pinned: true, name: null }])
  })

  test('are found by their address as it is, or with encoded slashes', async () => {
    await add(bob, 'narrow/is/followed', true, 'Followed')
    const request = (method: string, fragment: string, body: Record<string, string>) =>
      fetch(`${server.url}/api/v1/navigation_views/${fragment}`, {
        method,
        headers: { authorization: `Basic ${btoa(`${bob.email}:${bob.apiKey}`)}` },
        body: new URLSearchParams(body),
      })
    expect((await request('PATCH', 'narrow/is/followed', { is_pinned: 'false' })).status).toBe(200)
    expect(await list(bob)).toEqual([{ fragment: 'narrow/is/followed', is_pinned: false, name: 'Followed' }])
    expect((await request('PATCH', 'narrow%2Fis%2Ffollowed', { name: 'Mine' })).status).toBe(200)
    expect((await request('DELETE', 'narrow/is/followed', {})).status).toBe(200)
    expect(await list(bob)).toEqual([])
    expect(await (await request('DELETE', 'narrow/is/followed', {})).json()).toMatchObject({ msg: ABSENT })
  })

  test('have a name, unless they are built in', async () => {
    await refused(add(ann, 'narrow/is/starred', true, 'Stars'), NAMELESS)
    await refused(add(ann, 'narrow/is/unread', true), 'Custom views must have a valid name.')
    await add(ann, 'narrow/is/starred', true)
    await refused(edit(ann, 'narrow/is/starred', { name: 'Stars' }), NAMELESS)
  })

  test('have an address and a name of their own', async () => {
    await add(bob, 'narrow/dm/1', true, 'One')
    await add(bob, 'narrow/dm/2', true, 'Two')
    await refused(add(bob, 'narrow/dm/1', true, 'Three'), EXISTS)
    await refused(add(bob, 'narrow/dm/3', true, 'Two'), EXISTS)
    await refused(edit(bob, 'narrow/dm/1', { name: 'Two' }), EXISTS)
    await edit(bob, 'narrow/dm/1', { name: 'One' })
    await add(ann, 'narrow/dm/1', true, 'One')
  })

  test('of others do not exist', async () => {
    await add(ann, 'narrow/sender/5', true, 'Five')
    await refused(edit(bob, 'narrow/sender/5', { is_pinned: false }), ABSENT, absent)
    await refused(remove(bob, 'narrow/sender/5'), ABSENT, absent)
    await refused(remove(ann, 'nowhere'), ABSENT, absent)
  })

  test.each([
    [{ fragment: '' }, 'fragment cannot be blank'],
    [{ fragment: 'x'.repeat(501) }, 'fragment is too long (limit: 500 characters)'],
    [{ name: ' ' }, 'name cannot be blank'],
    [{ name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
    [{ is_pinned: '1' }, 'is_pinned is not a boolean'],
  ])('%.40j are refused', async (wrong: Record<string, string>, msg) => {
    const form = { fragment: 'narrow/x', is_pinned: 'true', name: 'x', ...wrong }
    expect(await postForm(server, ann, '/navigation_views', form)).toMatchObject({ msg })
  })

  test('are limited in number', async () => {
    const cho = await server.person('Cho')
    const rows = Array.from({ length: MAX_VIEWS }, (_, n) => ({
      realm_id: server.realm.id,
      user_id: cho.id,
      fragment: `narrow/${n}`,
      is_pinned: true,
      name: `${n}`,
    }))
    await server.database.db.insertInto('navigation_view').values(rows).execute()
    await refused(add(cho, 'inbox', true), 'You can have at most 1000 navigation views.')
    await remove(cho, 'narrow/5')
    await add(cho, 'inbox', true)
  })
})
