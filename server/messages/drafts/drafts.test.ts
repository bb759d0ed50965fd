import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Draft } from '../../../api/objects/personal.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount, guest } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deleteAllDrafts, MAX_DRAFTS } from './change-drafts.ts'

const { createDrafts, deleteDraft, editDraft, getDrafts, registerQueue, subscribe } = endpoints

describe('drafts', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch' })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client }
  })
  beforeEach(async () => {
    await server.ctx.transact(server.realm.id, (tx) => deleteAllDrafts(tx, [ann.id]))
  })

  const idOf = (name: string) => server.channelId(name)
  const note: Draft = { type: '', to: [], topic: '', content: 'Buy milk', timestamp: 100 }
  const create = async ({ client }: Person, ...drafts: Draft[]) => (await client.call(createDrafts, { drafts })).ids
  const edit = ({ client }: Person, draft_id: number, draft: Draft) => client.call(editDraft, { draft_id, draft })
  const remove = ({ client }: Person, draft_id: number) => client.call(deleteDraft, { draft_id })
  const list = ({ client }: Person) => client.call(getDrafts, {})
  const absent = { status: 404 }

  test('are added, edited and deleted; only their author gets events', async () => {
    const lunch: Draft = { type: 'stream', to: [idOf('lunch')], topic: ' soup ', content: 'Hot?', timestamp: 50 }
    const direct: Draft = { type: 'private', to: [bob.id, ann.id, bob.id], topic: 'none', content: 'Hi' }
    let ids: number[] = []
    const added = await explains(everyone, async () => {
      ids = await create(ann, { ...note, id: 77 }, lunch, direct)
    })
    const stored = [
      { ...note, id: ids[0] },
      { ...lunch, id: ids[1], topic: 'soup' },
      { ...direct, id: ids[2], topic: '', to: [bob.id, ann.id], timestamp: expect.any(Number) },
    ]
    expect(added).toMatchObject({ Ann: [{ type: 'drafts', op: 'add', drafts: stored }], Bob: [] })
    // The one that was edited last is the last here and the first in register.
    expect(await list(ann)).toEqual({ count: 3, drafts: [stored[1], stored[0], stored[2]] })
    const { drafts } = await ann.client.call(registerQueue, {})
    expect(drafts!.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]])

    const edited = await explains(everyone, () => edit(ann, ids[0]!, { ...note, content: 'Buy tea', timestamp: 10 }))
    const draft = { ...note, id: ids[0], content: 'Buy tea', timestamp: 10 }
    expect(edited).toMatchObject({ Ann: [{ type: 'drafts', op: 'update', draft }], Bob: [] })
    const deleted = await explains(everyone, () => remove(ann, ids[0]!))
    expect(deleted).toMatchObject({ Ann: [{ type: 'drafts', op: 'remove', draft_id: ids[0] }], Bob: [] })
    expect(await list(ann)).toMatchObject({ count: 2 })
    expect(await ann.client.call(createDrafts, {})).toEqual({ ids: [] })
  })

  test('of others do not exist', async () => {
    const [id] = await create(ann, note)
    await refused(edit(bob, id!, note), 'Draft does not exist', absent)
    await refused(remove(bob, id!), 'Draft does not exist', absent)
    await refused(edit(ann, 999_999, note), 'Draft does not exist', absent)
    await refused(remove(ann, 2 ** 40), 'Draft does not exist', absent)
    expect(await list(bob)).toEqual({ count: 0, drafts: [] })
    expect(await list(ann)).toMatchObject({ count: 1 })
  })

  test('are for recipients that exist and that the author may know of', async () => {
    const gus = await guest(server, 'Gus')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], invite_only: true })
    const to = (type: Draft['type'], ...ids: number[]): Draft => ({ ...note, type, to: ids })
    const ONE = 'Must specify exactly 1 channel ID for channel messages'
    await refused(create(ann, to('stream')), ONE)
    await refused(create(ann, to('stream', idOf('lunch'), idOf('vault'))), ONE)
    await refused(create(bob, to('stream', idOf('vault'))), 'Invalid channel ID')
    await refused(create(gus, to('stream', idOf('lunch'))), 'Invalid channel ID')
    await refused(create(ann, to('stream', 999_999)), 'Invalid channel ID')
    await refused(create(ann, note, to('private', 999_999)), 'Invalid user ID 999999')
    expect(await list(ann)).toMatchObject({ count: 0 })
    const [id] = await create(ann, to('private'))
    await refused(edit(ann, id!, to('stream', 999_999)), 'Invalid channel ID')
  })

  test.each([
    [{ content: ' \n' }, 'Message must not be empty'],
    [{ timestamp: -1 }, 'Timestamp must not be negative.'],
    [{ timestamp: 2 ** 52 }, 'timestamp is too large'],
    [{ timestamp: 1.5 }, 'drafts[0]["timestamp"] is not an integer'],
    [{ type: 'channel' }, 'Invalid drafts[0]["type"]'],
    [{ to: 'x' }, 'drafts[0]["to"] is not a list'],
    [{ color: 'red' }, 'Argument "color" at drafts[0] is unexpected'],
  ])('%j are refused', async (wrong, msg) => {
    const drafts = JSON.stringify([{ ...note, ...wrong }])
    expect(await postForm(server, ann, '/drafts', { drafts })).toMatchObject({ msg })
  })

  test('are limited in number', async () => {
    await create(ann, ...Array.from({ length: MAX_DRAFTS - 1 }, () => note))
    await refused(create(ann, note, note), 'You can have at most 1000 drafts.')
    expect(await create(ann, note)).toHaveLength(1)
  })

  test('end when their author stops synchronizing them', async () => {
    const ids = await create(ann, note, note)
    const told = await explains(everyone, () =>
      server.ctx.transact(server.realm.id, (tx) => deleteAllDrafts(tx, [ann.id])),
    )
    expect(told).toMatchObject({ Ann: ids.map((draft_id) => ({ type: 'drafts', op: 'remove', draft_id })), Bob: [] })
    await changeAccount(server, ann.id, { settings: JSON.stringify({ enable_drafts_synchronization: false }) })
    const OFF = 'User has disabled synchronizing drafts.'
    await refused(list(ann), OFF)
    await refused(create(ann, note), OFF)
    await refused(edit(ann, ids[0]!, note), OFF)
    await refused(remove(ann, ids[0]!), OFF)
    expect((await ann.client.call(registerQueue, {})).drafts).toEqual([])
    await changeAccount(server, ann.id, { settings: '{}' })
    expect(await list(ann)).toEqual({ count: 0, drafts: [] })
  })
})
