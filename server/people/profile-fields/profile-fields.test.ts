import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { overtaken } from '../../../test/overtaken.ts'
import { administrator, changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { MAX_PROFILE_FIELDS } from './field-rules.ts'

const {
  createCustomProfileField,
  deleteCustomProfileField,
  getCustomProfileFields,
  registerQueue,
  reorderCustomProfileFields,
  updateCustomProfileField,
} = endpoints

const DROPDOWN = 3
const ACCOUNT = 7
const CHOICES = { a: { text: 'Apple', order: '1' }, b: { text: 'Banana', order: '2' } }

describe('custom profile fields', () => {
  const { server, ada, ann, gus, mia } = useServer({
    administrators: ['ada'],
    members: ['ann'],
    guests: ['gus'],
    moderators: ['mia'],
  })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Olivia: server.owner, Ann: ann.client, Gus: gus.client }
  })

  const list = async (client: Client = ann.client) => (await client.call(getCustomProfileFields, {})).custom_fields
  type FieldArgs = Partial<ArgsOf<typeof createCustomProfileField>>
  const create = async (name: string, more: FieldArgs = {}, by: Person = ada) =>
    (await by.client.call(createCustomProfileField, { name, field_type: 1, ...more })).id
  const update = (field_id: number, change: FieldArgs, by: Person = ada) => {
    const { field_type: _, ...rest } = change
    return by.client.call(updateCustomProfileField, { field_id, ...rest })
  }
  const remove = (field_id: number, by: Person = ada) => by.client.call(deleteCustomProfileField, { field_id })
  const reorder = (order: number[], by: Person = ada) => by.client.call(reorderCustomProfileFields, { order })
  const named = async (name: string) => (await list()).find((field) => field.name === name)

  beforeEach(async () => {
    for (const { id } of await list()) await remove(id)
  })

  describe('are created', () => {
    test.each([
      [1, 'short text', undefined],
      [2, 'paragraph', undefined],
      [3, 'dropdown', CHOICES],
      [4, 'date', undefined],
      [5, 'link', undefined],
      [6, 'users', undefined],
      [7, 'external account', { subtype: 'custom', url_pattern: 'https://example.org/~%(username)s' }],
      [8, 'pronouns', undefined],
    ])('of type %i, %s, and events explain the state', async (field_type, name, field_data) => {
      const told = await explains(everyone, () => create(name, { field_type, field_data }))
      const field = (await named(name))!
      expect(field).toEqual({
        id: expect.any(Number),
        type: field_type,
        order: 1,
        name,
        hint: '',
        field_data: field_data ? JSON.stringify(field_data) : '',
        required: false,
        editable_by_user: true,
      })
      expect(told['Gus']).toMatchObject([{ type: 'custom_profile_fields', fields: [field] }])
    })

    test('with everything that can be said about them, the newest last', async () => {
      const options = { hint: 'As on your badge', required: true, editable_by_user: false, use_for_user_matching: true }
      const first = await create('  Nickname ', { ...options, display_in_profile_summary: true })
      const second = await create('Phone')
      const fields = await list(gus.client)
      expect(fields).toMatchObject([
        { id: first, name: 'Nickname', order: 1, display_in_profile_summary: true, ...options },
        { id: second, name: 'Phone', order: 2 },
      ])
      expect(fields[1]).not.toHaveProperty('display_in_profile_summary')
      expect(await ann.client.call(registerQueue, { fetch_event_types: ['custom_profile_fields'] })).toMatchObject({
        custom_profile_fields: fields,
        custom_profile_field_types: { SHORT_TEXT: { id: 1, name: 'Text (short)' }, PRONOUNS: { id: 8 } },
      })
    })

    test('for an account that the server knows, with its name', async () => {
      await create('ignored', { field_type: ACCOUNT, hint: 'ignored', field_data: { subtype: 'github' } })
      expect(await list()).toMatchObject([{ name: 'GitHub username', hint: '', field_data: '{"subtype":"github"}' }])
      const { realm_default_external_accounts: known } = await ann.client.call(registerQueue, {
        fetch_event_types: ['realm'],
      })
      expect(known!['github']).toMatchObject({ text: 'GitHub', url_pattern: 'https://github.com/%(username)s' })
    })

    test('by administrators only', async () => {
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      const id = await create('guarded')
      for (const person of [ann, mia, gus]) {
        await refused(create('mine', {}, person), 'Must be an organization administrator', refusal)
        await refused(update(id, { name: 'mine' }, person), 'Must be an organization administrator', refusal)
        await refused(remove(id, person), 'Must be an organization administrator', refusal)
        await refused(reorder([id], person), 'Must be an organization administrator', refusal)
      }
      const late = await administrator(server, `Late ${id}`)
      const creating = overtaken(
        server,
        () => changeAccount(server, late.id, { role: 400 }),
        () => create('too late', {}, late),
      )
      await refused(creating, 'Must be an organization administrator', refusal)
    })
  })

  describe('are refused', () => {
    test.each<[string, FieldArgs]>([
      ['Label cannot be blank.', { name: '  ' }],
      ['name is too long (limit: 40 characters)', { name: 'x'.repeat(41) }],
      ['hint is too long (limit: 80 characters)', { hint: 'x'.repeat(81) }],
      ['Field type not supported for use for user matching.', { field_type: 2, use_for_user_matching: true }],
      ['Field type not supported for display in profile summary.', { field_type: 6, display_in_profile_summary: true }],
      ['Field must have at least one choice.', { field_type: DROPDOWN, field_data: {} }],
      ['Field must have at least one choice.', { field_type: DROPDOWN }],
      ["'value' cannot be blank.", { field_type: DROPDOWN, field_data: { '': { text: 'A', order: '1' } } }],
      ['field_data["text"] cannot be blank.', { field_type: DROPDOWN, field_data: { a: { text: ' ', order: '1' } } }],
      ['field_data["order"] cannot be blank.', { field_type: DROPDOWN, field_data: { a: { text: 'A', order: '' } } }],
      ['field_data["a"] is not a dict', { field_type: DROPDOWN, field_data: { a: 'Apple' } }],
      [
        'Field must not have duplicate choices.',
        { field_type: DROPDOWN, field_data: { a: { text: 'A', order: '1' }, b: { text: 'A', order: '2' } } },
      ],
      [
        'field_data is too long (limit: 10000 characters)',
        { field_type: DROPDOWN, field_data: { a: { text: 'x'.repeat(10_000), order: '1' } } },
      ],
      ['subtype key is missing from field_data', { field_type: ACCOUNT }],
      ['field_data["subtype"] cannot be blank.', { field_type: ACCOUNT, field_data: { subtype: '' } }],
      ['Invalid external account type', { field_type: ACCOUNT, field_data: { subtype: 'nowhere' } }],
      ['Invalid external account type', { field_type: ACCOUNT, field_data: { subtype: 'constructor' } }],
      ['Custom external account must define URL pattern', { field_type: ACCOUNT, field_data: { subtype: 'custom' } }],
      [
        "URL pattern must contain '%(username)s'.",
        { field_type: ACCOUNT, field_data: { subtype: 'custom', url_pattern: 'https://example.org' } },
      ],
      [
        'field_data["url_pattern"] is not a URL',
        { field_type: ACCOUNT, field_data: { subtype: 'custom', url_pattern: 'javascript:alert(%(username)s)' } },
      ],
      [
        'Argument "more" at field_data is unexpected',
        { field_type: ACCOUNT, field_data: { subtype: 'github', more: 'x' } },
      ],
      [
        'field_data["subtype"] is not a string',
        { field_type: ACCOUNT, field_data: { subtype: { text: 'a', order: '1' } } },
      ],
    ])('%s', async (msg, wanted) => {
      await refused(create('odd', wanted), msg)
      const ordinary = {
        [DROPDOWN]: CHOICES,
        [ACCOUNT]: { subtype: 'custom', url_pattern: 'https://a.org/%(username)s' },
      }
      const { field_type = 1, ...change } = wanted
      const id = await create('even', { field_type, field_data: ordinary[field_type as 3] })
      if (wanted.field_type === undefined || wanted.field_data || field_type === 2 || field_type === 6)
        await refused(update(id, change), msg)
      expect(await named('odd')).toBeUndefined()
    })

    test('types that do not exist', async () => {
      for (const field_type of [0, 9, -1, 2 ** 31]) await refused(create('odd', { field_type }), 'Invalid field type.')
    })

    test('names that are taken, and no others', async () => {
      const [one, two] = [await create('One'), await create('Two')]
      await refused(create('One'), 'A field with that label already exists.')
      await refused(update(two, { name: 'One' }), 'A field with that label already exists.')
      await update(one, { name: 'One', hint: 'The same' })
      await create('one')
    })

    test('a third one in the summary', async () => {
      const summary = { display_in_profile_summary: true }
      const [first] = [await create('First', summary), await create('Second', summary)]
      const third = await create('Third')
      const msg = 'Only 2 custom profile fields can be displayed in the profile summary.'
      await refused(create('Fourth', summary), msg)
      await refused(update(third, summary), msg)
      await update(first, { hint: 'Still there', ...summary })
      await update(first, { display_in_profile_summary: false })
      await update(third, summary)
    })

    test('more than there may be', async () => {
      for (let n = 0; n < MAX_PROFILE_FIELDS; n += 1) await create(`Field ${n}`)
      await refused(create('One more'), `An organization can have at most ${MAX_PROFILE_FIELDS} custom profile fields.`)
    })

    test('fields that do not exist', async () => {
      const gone = await create('gone')
      await remove(gone)
      for (const id of [gone, 0, 2 ** 40]) {
        await refused(update(id, { name: 'x' }), `Field id ${id} not found.`)
        await refused(remove(id), `Field id ${id} not found.`)
      }
    })
  })

  describe('are changed', () => {
    test('in all their properties, and events explain the state', async () => {
      const id = await create('Colour', { field_type: DROPDOWN, field_data: CHOICES })
      const change = { name: 'Fruit', hint: 'Pick one', required: true, editable_by_user: false }
      const field_data = { ...CHOICES, c: { text: 'Cherry', order: '3' } }
      const told = await explains(everyone, () =>
        update(id, { ...change, field_data, display_in_profile_summary: true }),
      )
      const fields = await list()
      expect(fields).toMatchObject([{ id, ...change, field_data: JSON.stringify(field_data) }])
      expect(told['Ann']).toMatchObject([{ type: 'custom_profile_fields', fields }])
    })

    test('without an event where nothing changes', async () => {
      const id = await create('Same')
      expect((await explains(everyone, () => update(id, { name: 'Same', required: false })))['Ann']).toEqual([])
    })

    test('but not the name of an account that the server knows; its other properties are', async () => {
      const id = await create('', { field_type: ACCOUNT, field_data: { subtype: 'github' } })
      for (const change of [{ name: 'Mine' }, { hint: 'Mine' }, { field_data: { subtype: 'gitlab' } }])
        await refused(update(id, change), 'Default custom field cannot be updated.')
      await update(id, { required: true, name: 'GitHub username' })
      expect(await list()).toMatchObject([{ required: true }])
    })

    test('in their order, with all of them named', async () => {
      const ids = [await create('One'), await create('Two'), await create('Three')]
      const [one, two, three] = ids as [number, number, number]
      const told = await explains(everyone, () => reorder([three, one, two, 99_999, one]))
      const fields = await list()
      expect(fields.map(({ id, order }) => [id, order])).toEqual([
        [three, 0],
        [one, 1],
        [two, 2],
      ])
      expect(told['Ann']).toMatchObject([{ type: 'custom_profile_fields', fields }])
      await refused(reorder([one, two]), 'Invalid order mapping.')
      await refused(reorder([]), 'Invalid order mapping.')
    })

    test('and deleted', async () => {
      const [one, two] = [await create('One'), await create('Two')]
      const told = await explains(everyone, () => remove(one))
      expect(told['Ann']).toMatchObject([{ type: 'custom_profile_fields', fields: [{ id: two }] }])
    })
  })

  test('are there after a restart, and leave lines in the audit log', async () => {
    const id = await create('Audited')
    await update(id, { name: 'Audited twice' })
    await reorder([id])
    const beside = await startTestServer({ beside: server })
    expect(await list(await beside.clientOf(ann.id))).toEqual(await list())
    await beside.close()
    await remove(id)
    const { rows } = await server.database.pool.query(
      `select action, details from audit_log
       where target_kind = 'profile_field' and target_id = $1 or action = 'profile fields reordered' and details -> 'order' ->> 0 = $1::text
       order by id`,
      [id],
    )
    expect(rows).toEqual([
      { action: 'profile field created', details: { name: 'Audited', type: 1 } },
      {
        action: 'profile field updated',
        details: { name: { before: 'Audited', after: 'Audited twice' } },
      },
      { action: 'profile fields reordered', details: { order: [id] } },
      { action: 'profile field deleted', details: { name: 'Audited twice', type: 1 } },
    ])
  })
})
