import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { MAX_SNIPPETS } from './change-snippets.ts'

const { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, getSavedSnippets } = endpoints

describe('saved snippets', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client }
  })

  const save = async ({ client }: Person, title: string, content: string) =>
    (await client.call(createSavedSnippet, { title, content })).saved_snippet_id
  const edit = ({ client }: Person, saved_snippet_id: number, change: { title?: string; content?: string }) =>
    client.call(editSavedSnippet, { saved_snippet_id, ...change })
  const remove = ({ client }: Person, saved_snippet_id: number) => client.call(deleteSavedSnippet, { saved_snippet_id })
  const list = async ({ client }: Person) => (await client.call(getSavedSnippets, {})).saved_snippets
  const [ABSENT, absent] = ['Saved snippet does not exist.', { status: 404 }]

  test('are saved, changed and deleted; only their owner gets events', async () => {
    let id = 0
    const added = await explains(everyone, async () => {
      id = await save(ann, ' Greeting ', ' Hello! ')
    })
    const snippet = { id, title: 'Greeting', content: 'Hello!', date_created: expect.any(Number) }
    expect(added).toMatchObject({ Ann: [{ type: 'saved_snippets', op: 'add', saved_snippet: snippet }], Bob: [] })
    const second = await save(ann, 'Greeting', 'Hi!')
    expect(await list(ann)).toEqual([snippet, { ...snippet, id: second, content: 'Hi!' }])
    expect(await list(bob)).toEqual([])

    const edited = await explains(everyone, () => edit(ann, id, { title: 'Welcome' }))
    const changed = { ...snippet, title: 'Welcome' }
    expect(edited).toMatchObject({ Ann: [{ op: 'update', saved_snippet: changed }], Bob: [] })
    await edit(ann, id, { content: 'Good day!' })
    expect((await list(ann))[0]).toEqual({ ...changed, content: 'Good day!' })
    expect((await explains(everyone, () => edit(ann, id, {})))['Ann']).toEqual([])

    const deleted = await explains(everyone, () => remove(ann, id))
    expect(deleted).toMatchObject({ Ann: [{ op: 'remove', saved_snippet_id: id }], Bob: [] })
    await remove(ann, second)
    expect(await list(ann)).toEqual([])
  })

  test('of others do not exist', async () => {
    const id = await save(ann, 'Mine', 'Only mine')
    await refused(edit(bob, id, { title: 'Stolen' }), ABSENT, absent)
    await refused(remove(bob, id), ABSENT, absent)
    await refused(edit(ann, 999_999, { title: 'x' }), ABSENT, absent)
    await refused(remove(ann, 2 ** 40), ABSENT, absent)
    expect(await list(ann)).toMatchObject([{ title: 'Mine' }])
  })

  test.each([
    [{ title: '  ', content: 'x' }, 'title cannot be blank'],
    [{ title: 'x', content: '' }, 'content cannot be blank'],
    [{ title: 'x'.repeat(61), content: 'x' }, 'title is too long (limit: 60 characters)'],
    [{ title: 'x', content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    [{ title: 'x' }, "Missing 'content' argument"],
  ])('%.60j are refused', async (form: Record<string, string>, msg) => {
    expect(await postForm(server, ann, '/saved_snippets', form)).toMatchObject({ msg })
    const id = await save(ann, 'x', 'y')
    if (!msg.startsWith('Missing'))
      expect(await postForm(server, ann, `/saved_snippets/${id}`, { method: 'PATCH', ...form })).toMatchObject({ msg })
  })

  test('are limited in number', async () => {
    const { realm, database } = server
    const rows = Array.from({ length: MAX_SNIPPETS }, (_, n) => ({
      realm_id: realm.id,
      user_id: bob.id,
      title: `${n}`,
      content: 'x',
      created_at: 1,
    }))
    await database.db.insertInto('saved_snippet').values(rows).execute()
    await refused(save(bob, 'One', 'more'), 'You can have at most 1000 saved snippets.')
    await remove(bob, (await list(bob))[0]!.id)
    await save(bob, 'One', 'more')
  })
})
