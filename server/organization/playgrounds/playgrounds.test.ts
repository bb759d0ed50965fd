import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { moderator } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { addCodePlayground, registerQueue, removeCodePlayground } = endpoints

const PYTHON = {
  name: 'Python runner',
  pygments_language: 'Python',
  url_template: 'https://python.example.com/{?code}',
}

const NO_WEB = 'URL templates must begin with https://, http:// or mailto:.'

describe('code playgrounds', () => {
  const { server, ada, bob, gus } = useServer({ administrators: ['ada'], members: ['bob'], guests: ['gus'] })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Olivia: server.owner, Ada: ada.client, Bob: bob.client, Gus: gus.client }
  })

  const add = async (fields: object = {}, by: Person = ada) =>
    (await by.client.call(addCodePlayground, { ...PYTHON, ...fields })).id
  const remove = (id: number, by: Person = ada) => by.client.call(removeCodePlayground, { playground_id: id })
  const list = async () =>
    (await gus.client.call(registerQueue, { fetch_event_types: ['realm_playgrounds'] })).realm_playgrounds

  test('one is added and removed; events explain the state', async () => {
    const rust = await add({ name: ' Rust runner ', pygments_language: ' Rust ' })
    let python = 0
    const added = await explains(everyone, async () => {
      python = await add()
    })
    const realm_playgrounds = [
      { ...PYTHON, id: rust, name: 'Rust runner', pygments_language: 'Rust' },
      { ...PYTHON, id: python },
    ]
    expect(added['Gus']).toMatchObject([{ type: 'realm_playgrounds', realm_playgrounds }])
    expect(await list()).toEqual(realm_playgrounds)
    const removed = await explains(everyone, () => remove(rust))
    expect(removed['Bob']).toMatchObject([{ type: 'realm_playgrounds', realm_playgrounds: [{ id: python }] }])
    await remove(python)
    expect(await list()).toEqual([])
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select('action')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['playground removed', 'playground removed'])
  })

  test('only administrators change them', async () => {
    const id = await add({ name: 'Guarded' })
    const mo = await moderator(server, 'Mo')
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    for (const person of [mo, bob, gus]) {
      await refused(add({}, person), 'Must be an organization administrator', refusal)
      await refused(remove(id, person), 'Must be an organization administrator', refusal)
    }
    await server.owner.call(removeCodePlayground, { playground_id: id })
    await refused(remove(id), 'Invalid playground')
  })

  test.each([
    [{ name: ' ' }, 'name', 'This field cannot be blank.'],
    [{ pygments_language: '' }, 'pygments_language', 'This field cannot be blank.'],
    [{ url_template: '' }, 'url_template', 'This field cannot be blank.'],
    [{ pygments_language: 'two words' }, 'pygments_language', 'Invalid characters in pygments language'],
    [{ pygments_language: 'C$' }, 'pygments_language', 'Invalid characters in pygments language'],
    [{ url_template: 'https://x.example.com/{code' }, 'url_template', 'Invalid URL template.'],
    [{ url_template: 'javascript:alert({code})' }, 'url_template', NO_WEB],
    [{ url_template: '{+code}' }, 'url_template', NO_WEB],
    [{ url_template: '/run/{code}' }, 'url_template', NO_WEB],
    [
      { url_template: 'https://x.example.com/{id}' },
      '__all__',
      'Missing the required variable "code" in the URL template',
    ],
    [
      { url_template: 'https://x.example.com/{id}{code}' },
      '__all__',
      '"code" should be the only variable present in the URL template',
    ],
  ])('%j is refused', async (fields, field, msg) => {
    await refused(add(fields), msg, { data: { errors: { [field]: [msg] } } })
  })

  test('languages have the characters that code blocks may name', async () => {
    for (const pygments_language of ['C++', 'C#', 'objective-c', 'F_sharp', 'a.b/c'])
      await remove(await add({ pygments_language }))
  })

  test('two of one language have different names', async () => {
    const id = await add()
    const msg = 'Realm playground with this Realm, Pygments language and Name already exists.'
    await refused(add(), msg, { data: { errors: { __all__: [msg] } } })
    await remove(await add({ name: 'Another' }))
    await remove(await add({ pygments_language: 'Python2' }))
    await remove(id)
  })

  test.each([
    [{ pygments_language: 'x'.repeat(41) }, 'pygments_language is too long (limit: 40 characters)'],
    [{ name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
    [{ url_template: 'x'.repeat(1001) }, 'url_template is too long (limit: 1000 characters)'],
  ])('texts that are too long are refused', async (fields: object, msg) => {
    expect(await postForm(server, ada, '/realm/playgrounds', { ...PYTHON, ...fields })).toMatchObject({ msg })
  })
})
