import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { whileLaneIsHeld } from '../../../test/held-lane.ts'
import { administrator, changeAccount, moderator } from '../../../test/people.ts'
import { eventsOf } from '../../../test/queues/queue-requests.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'

const { addLinkifier, getLinkifiers, registerQueue } = endpoints
const { removeLinkifier, reorderLinkifiers, updateLinkifier } = endpoints

const TICKET = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trac.example.com/ticket/{id}' }
const NOTHING_MORE = { example_input: null, reverse_template: null, alternative_url_templates: [] }

describe('linkifiers', () => {
  const { server, ada, bob, gus } = useServer({ administrators: ['ada'], members: ['bob'], guests: ['gus'] })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Olivia: server.owner, Ada: ada.client, Bob: bob.client, Gus: gus.client }
  })
  beforeEach(async () => {
    for (const { id } of await list()) await remove(id)
  })

  const list = async (by: Client = gus.client) => (await by.call(getLinkifiers, {})).linkifiers
  const add = async (fields: object, by: Person = ada) =>
    (await by.client.call(addLinkifier, { ...TICKET, ...fields })).id
  const update = (id: number, fields: object = {}, by: Person = ada) =>
    by.client.call(updateLinkifier, { filter_id: id, ...TICKET, ...fields })
  const remove = (id: number, by: Person = ada) => by.client.call(removeLinkifier, { filter_id: id })
  const reorder = (ids: number[], by: Person = ada) => by.client.call(reorderLinkifiers, { ordered_linkifier_ids: ids })

  test('one is added, changed and removed; events explain the state of every client', async () => {
    let id = 0
    const added = await explains(everyone, async () => {
      id = await add({})
    })
    const linkifier = { id, ...TICKET, ...NOTHING_MORE }
    expect(added['Gus']).toMatchObject([{ type: 'realm_linkifiers', realm_linkifiers: [linkifier] }])
    expect(await list()).toEqual([linkifier])
    const url_template = 'https://bugs.example.com/{id}'
    const changed = await explains(everyone, () => update(id, { url_template }))
    expect(changed['Bob']).toMatchObject([{ realm_linkifiers: [{ ...linkifier, url_template }] }])
    const removed = await explains(everyone, () => remove(id))
    expect(removed['Bob']).toMatchObject([{ type: 'realm_linkifiers', realm_linkifiers: [] }])
    expect(await list()).toEqual([])
  })

  test('a change to the same is none', async () => {
    const id = await add({})
    expect((await explains(everyone, () => update(id)))['Bob']).toEqual([])
    expect((await explains(everyone, () => reorder([id])))['Bob']).toEqual([])
  })

  test('blanks around the fields are not kept', async () => {
    await add({ pattern: ` ${TICKET.pattern}\n`, url_template: ` ${TICKET.url_template} `, example_input: '  ' })
    expect(await list()).toMatchObject([{ ...TICKET, ...NOTHING_MORE }])
  })

  test('one has an example, a reverse template and alternatives, which stay when a change does not name them', async () => {
    const more = {
      example_input: '#12',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://trac.example.com/old/{id}'],
    }
    const id = await add(more)
    expect(await list()).toEqual([{ id, ...TICKET, ...more }])
    await update(id, { url_template: 'https://bugs.example.com/{id}' })
    expect(await list()).toMatchObject([more])
    await update(id, { reverse_template: '' })
    expect(await list()).toMatchObject([{ ...more, reverse_template: null }])
    await update(id, { example_input: '', alternative_url_templates: [] })
    expect(await list()).toEqual([{ id, ...TICKET, ...NOTHING_MORE }])
  })

  test('they are put into another order', async () => {
    const ids = [await add({}), await add({ pattern: 'a(?P<id>.)' }), await add({ pattern: 'b(?P<id>.)' })]
    expect((await list()).map(({ id }) => id)).toEqual(ids)
    const wanted = [ids[2]!, ids[0]!, ids[1]!]
    await explains(everyone, () => reorder(wanted))
    expect((await list()).map(({ id }) => id)).toEqual(wanted)
    const last = await add({ pattern: 'c(?P<id>.)' })
    expect((await list()).map(({ id }) => id)).toEqual([...wanted, last])
  })

  test('a wrong order is refused', async () => {
    const ids = [await add({}), await add({ pattern: 'a(?P<id>.)' })]
    const incomplete = 'The ordered list must enumerate all existing linkifiers exactly once'
    await refused(reorder([ids[0]!]), incomplete)
    await refused(reorder([...ids, 999_999]), incomplete)
    await refused(reorder([ids[0]!, 999_999]), incomplete)
    await refused(reorder([...ids, ids[0]!]), 'The ordered list must not contain duplicated linkifiers')
    await remove(ids[0]!)
    await remove(ids[1]!)
    await refused(reorder([1]), incomplete)
    await reorder([])
  })

  test('only administrators change them; an owner is one, a moderator is not', async () => {
    const mo = await moderator(server, 'Mo')
    const id = await add({})
    const msg = 'Must be an organization administrator'
    const code = 'UNAUTHORIZED_PRINCIPAL'
    for (const person of [mo, bob, gus]) {
      await refused(add({}, person), msg, { code })
      await refused(update(id, {}, person), msg, { code })
      await refused(remove(id, person), msg, { code })
      await refused(reorder([id], person), msg, { code })
    }
    await server.owner.call(updateLinkifier, { filter_id: id, ...TICKET, example_input: '#1' })
    expect(await list(mo.client)).toMatchObject([{ example_input: '#1' }])
  })

  test('an administrator who loses the role while the change waits makes none', async () => {
    const eve = await administrator(server, 'Eve')
    const id = await add({})
    const msg = 'Must be an organization administrator'
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    await whileLaneIsHeld(
      server,
      () => changeAccount(server, eve.id, { role: ROLE.member }),
      () => refused(add({ pattern: 'x(?P<id>.)' }, eve), msg, refusal),
      () => refused(update(id, { example_input: '#1' }, eve), msg, refusal),
      () => refused(reorder([id], eve), msg, refusal),
      () => refused(remove(id, eve), msg, refusal),
    )
    expect((await list()).map((one) => one.id)).toEqual([id])
  })

  test('one that does not exist is not found', async () => {
    await refused(update(999_999), 'Linkifier not found.')
    await refused(remove(999_999), 'Linkifier not found.')
  })

  test('every change has a line in the audit log', async () => {
    const id = await add({})
    await update(id, { example_input: '#1' })
    const other = await add({ pattern: 'x', url_template: 'https://x.example.com' })
    await reorder([other, id])
    await remove(id)
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'target_kind', 'target_id'])
      .orderBy('id', 'desc')
      .limit(5)
      .execute()
    const about = { actor_id: ada.id, target_kind: 'realm', target_id: server.realm.id }
    expect(rows).toEqual([
      { action: 'linkifier removed', ...about },
      { action: 'linkifiers reordered', ...about },
      { action: 'linkifier added', ...about },
      { action: 'linkifier updated', ...about },
      { action: 'linkifier added', ...about },
    ])
  })

  test('another node follows, and so does memory that is loaded again', async () => {
    const id = await add({})
    const other = await startTestServer({ beside: server })
    expect(other.realm.records.linkifier.get(id)).toEqual(server.realm.records.linkifier.get(id))
    await update(id, { pattern: 'z(?P<id>.)' })
    await (await other.clientOf(bob.id)).call(getLinkifiers, {})
    expect(other.realm.records.linkifier.get(id)).toMatchObject({ pattern: 'z(?P<id>.)' })
    await other.close()
  })

  describe('for clients that', () => {
    const watch = async (linkifier_url_template: boolean, event_types?: string[]) => {
      const state = await bob.client.call(registerQueue, {
        client_capabilities: { notification_settings_null: false, linkifier_url_template },
        ...(event_types ? { event_types } : {}),
      })
      return { state, events: () => eventsOf(bob.client, state) }
    }

    test('know URI templates there is the new form only', async () => {
      const id = await add({})
      const { state, events } = await watch(true)
      expect(state.realm_linkifiers).toEqual([{ id, ...TICKET, ...NOTHING_MORE }])
      expect(state.realm_filters).toEqual([])
      await remove(id)
      expect(await events()).toMatchObject([{ type: 'realm_linkifiers', realm_linkifiers: [] }])
    })

    test('do not know them there is the old form, as far as it can say the same', async () => {
      const id = await add({ url_template: 'https://x.example.com/100%25/{id}' })
      const { state, events } = await watch(false)
      const filter = [TICKET.pattern, 'https://x.example.com/100%%25/%(id)s', id]
      expect(state.realm_linkifiers).toEqual([])
      expect(state.realm_filters).toEqual([filter])
      await add({ pattern: '!(?P<id>.+)', url_template: 'https://x.example.com/{+id}' })
      expect(await events()).toMatchObject([{ type: 'realm_filters', realm_filters: [filter] }])
    })

    test('ask for the other form there is nothing', async () => {
      const [old, current] = [await watch(false, ['realm_linkifiers']), await watch(true, ['realm_filters'])]
      await add({})
      expect(await old.events()).toEqual([])
      expect(await current.events()).toEqual([])
    })

    test('come back later there are the same events from the log', async () => {
      const [old, current] = [await watch(false), await watch(true)]
      await add({})
      const live = [await old.events(), await current.events()]
      const other = await startTestServer({ beside: server })
      const client = await other.clientOf(bob.id)
      const replayed = (state: typeof old.state) => eventsOf(client, state)
      expect([await replayed(old.state), await replayed(current.state)]).toEqual(live)
      await other.close()
    })
  })
})
