import { describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { takeMails } from '../../../test/outside/mails.ts'
import { bot, changeAccount, changeRealm, guest, moderator, webhookBot } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

type Options = Omit<ArgsOf<typeof endpoints.deactivateUser>, 'user_id'>

describe('accounts', () => {
  const { server, ann, ada } = useServer({ members: ['ann'], administrators: ['ada'] })

  const deactivate = (who: Pick<Person, 'id'>, options: Options = {}, by = server.owner) =>
    by.call(endpoints.deactivateUser, { user_id: who.id, ...options })
  const reactivate = (who: Pick<Person, 'id'>, by = server.owner) =>
    by.call(endpoints.reactivateUser, { user_id: who.id })
  const shown = async (who: Pick<Person, 'id'>) =>
    (await server.owner.call(endpoints.getUser, { user_id: who.id })).user
  const watchers = () => ({ Olivia: server.owner, Ann: ann.client })
  const gone = { code: 'UNAUTHORIZED' } as const

  describe('deactivated', () => {
    test('lose access at once, after their bots', async () => {
      const bea = await server.person('Bea')
      const robin = await bot(server, 'Robin', bea)
      const told = await explains(watchers(), () => deactivate(bea, {}, ada.client))
      const off = (user_id: number) => ({ type: 'realm_user', op: 'update', person: { user_id, is_active: false } })
      expect(told['Ann']!.filter(({ type }) => type === 'realm_user')).toMatchObject([off(robin.id), off(bea.id)])
      for (const { client } of [bea, robin])
        await refused(client.call(endpoints.getOwnUser, {}), 'Account is deactivated', gone)
      expect([(await shown(bea)).is_active, (await shown(robin)).is_active]).toEqual([false, false])
    })

    test('end their invitations, of which administrators hear', async () => {
      const invitations = async () => (await server.owner.call(endpoints.getInvites, {})).invites
      const invited = (told: Record<string, readonly { type: string }[]>) =>
        Object.values(told).map((events) => events.some(({ type }) => type === 'invites_changed'))
      const wanda = await server.person('Wanda')
      await wanda.client.call(endpoints.sendInvites, { invitee_emails: 'joe@example.com', stream_ids: [] })
      expect(await invitations()).toHaveLength(1)
      expect(invited(await explains(watchers(), () => deactivate(wanda)))).toEqual([true, false])
      expect(await invitations()).toEqual([])
      const wim = await server.person('Wim')
      expect(invited(await explains(watchers(), () => deactivate(wim)))).toEqual([false, false])
    })

    test('only by administrators', async () => {
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      for (const { client } of [ann, await moderator(server, 'Mia'), await guest(server, 'Gus')]) {
        await refused(deactivate(ada, {}, client), 'Insufficient permission')
        await refused(deactivate({ id: 99_999 }, {}, client), 'Insufficient permission')
        await refused(reactivate(ada, client), 'Must be an organization administrator', refusal)
      }
    })

    test('as owners only by owners, and not the last one', async () => {
      const msg = 'Must be an organization owner'
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      await refused(deactivate({ id: server.ownerId }, {}, ada.client), msg, refusal)
      await refused(deactivate({ id: server.ownerId }), 'Cannot deactivate the only organization owner', { data: {} })
      const olaf = await server.person('Olaf')
      await changeAccount(server, olaf.id, { role: 100 })
      await deactivate(olaf)
      await refused(reactivate(olaf, ada.client), msg, refusal)
      await reactivate(olaf)
      await refused(deactivate(olaf, {}, ada.client), msg, refusal)
      await deactivate(olaf)
    })

    test('not twice, and neither nobody nor a bot', async () => {
      const cid = await server.person('Cid')
      await deactivate(cid)
      await refused(deactivate(cid), 'User is deactivated')
      await refused(deactivate({ id: 99_999 }), 'No such user')
      await refused(reactivate({ id: 99_999 }), 'No such user')
      await refused(deactivate(await bot(server, 'Rosie', ann)), 'No such user')
    })

    test('with their name and picture', async () => {
      const dot = await server.person('Dot')
      await changeAccount(server, dot.id, { avatar_source: 'G', avatar_version: 4 })
      const told = await explains(watchers(), () => deactivate(dot, { actions: { delete_profile: true } }))
      expect(told['Ann']).toMatchObject([
        { person: { user_id: dot.id, is_active: false } },
        { type: 'subscription', op: 'peer_remove' },
        { person: { user_id: dot.id, full_name: 'Deleted user' } },
        { person: { user_id: dot.id, avatar_source: 'J', avatar_version: 5 } },
      ])
      expect(await shown(dot)).toMatchObject({ full_name: 'Deleted user', is_active: false })
      expect(await shown(dot)).not.toHaveProperty('is_deleted')
      const eli = await server.person('Eli')
      await deactivate(eli, { actions: { delete_profile: false } })
      expect(await shown(eli)).toMatchObject({ full_name: 'Eli' })
    })

    test('with their messages in the places that are named, and those of their bots', async () => {
      const tom = await server.person('Tom', 'garden')
      const robin = await bot(server, 'Toms robot', tom)
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'garden' }] })
      const shed = { subscriptions: [{ name: 'shed' }], principals: [tom.id, ann.id], invite_only: true }
      await server.owner.call(endpoints.subscribe, shed)
      const send = async (by: Person, type: 'channel' | 'direct', to: string) =>
        (await by.client.call(endpoints.sendMessage, { type, to, topic: 'x', content: 'Hello' })).id
      // The first message of a channel stays: its id is a property of the channel.
      for (const channel of ['garden', 'shed']) await send(ann, 'channel', channel)
      const sent = {
        garden: [await send(tom, 'channel', 'garden'), await send(robin, 'channel', 'garden')],
        shed: [await send(tom, 'channel', 'shed')],
        direct: [await send(tom, 'direct', `[${ann.id}]`)],
        answer: [await send(ann, 'direct', `[${tom.id}]`)],
      }
      const left = async () => {
        const message_ids = Object.values(sent).flat()
        const { messages } = await ann.client.call(endpoints.getMessages, { message_ids })
        return messages.map(({ id }) => id)
      }
      const delete_public_channel_messages = true
      const told = await explains(watchers(), async () => {
        await deactivate(tom, { actions: { delete_public_channel_messages } })
        await server.runJobs()
      })
      const deleted = told['Ann']!.filter(({ type }) => type === 'delete_message')
      expect(deleted).toMatchObject([{ message_ids: [sent.garden[1]] }, { message_ids: [sent.garden[0]] }])
      expect(await left()).toEqual([...sent.shed, ...sent.direct, ...sent.answer])
      await reactivate(tom)
      const late = await send(tom, 'direct', `[${ann.id}]`)
      await server.database.db.updateTable('message').set({ sent_at: 4_000_000_000 }).where('id', '=', late).execute()
      const rest = { delete_private_channel_messages: true, delete_direct_messages: true }
      await deactivate(tom, { actions: rest })
      await server.runJobs()
      expect(await left()).toEqual(sent.answer)
      const { messages } = await ann.client.call(endpoints.getMessages, { message_ids: [late] })
      expect(messages).toHaveLength(1)
      const { entries } = await server.owner.call(endpoints.getAuditLog, { action: 'messages deleted' })
      expect(entries.map(({ target }) => target.id)).toEqual([tom.id, tom.id, robin.id])
    })

    test('with more messages than fit into a piece', async () => {
      const una = await server.person('Una')
      const say = { type: 'direct', to: `[${ann.id}]`, content: 'Again' } as const
      const { id } = await una.client.call(endpoints.sendMessage, say)
      for (let count = 0; count < 2; count += 1)
        await Promise.all(Array.from({ length: 101 }, () => una.client.call(endpoints.sendMessage, say)))
      await deactivate(una, { actions: { delete_direct_messages: true } })
      await server.runJobs()
      const { rows } = await server.database.pool.query('select from message where sender_id = $1', [una.id])
      expect(rows).toEqual([])
      expect((await ann.client.call(endpoints.getMessages, { message_ids: [id] })).messages).toEqual([])
    })

    test('with their messages only by those who may delete any message', async () => {
      const eva = await server.person('Eva')
      await changeRealm(server, {}, { can_delete_any_message_group: 'role:owners' })
      const places = ['delete_public_channel_messages', 'delete_private_channel_messages', 'delete_direct_messages']
      for (const place of places) {
        const msg = "User is not allowed to delete other user's messages."
        await refused(deactivate(eva, { actions: { [place]: true } }, ada.client), msg)
      }
      expect((await shown(eva)).is_active).toBe(true)
      await deactivate(eva, { actions: { delete_profile: true, delete_direct_messages: false } }, ada.client)
      await reactivate(eva)
      await deactivate(eva, { actions: { delete_direct_messages: true } })
      expect((await shown(eva)).is_active).toBe(false)
      await changeRealm(server, {}, { can_delete_any_message_group: 'role:administrators' })
    })

    test('with a mail that has the text of the administrator, or none', async () => {
      const [ivo, jan, kai] = [await server.person('Ivo'), await server.person('Jan'), await server.person('Kai')]
      await takeMails(server)
      await deactivate(ivo, { deactivation_notification_comment: 'Goodbye' }, ada.client)
      await deactivate(jan, { deactivation_notification_comment: '' }, ada.client)
      await deactivate(kai)
      const mails = await takeMails(server)
      expect(mails.map(({ to }) => to).sort()).toEqual([ivo.email, jan.email])
      const textTo = (who: Person) => mails.find(({ to }) => to === who.email)!.text
      expect(textTo(ivo)).toContain('Ada wrote:\n\nGoodbye')
      expect(textTo(jan)).not.toContain('wrote')
      expect(textTo(jan)).toContain('Ada has deactivated your account in Test.')
    })

    test.each([
      [{ actions: '[]' }, 'actions is not a dict'],
      [{ actions: '{"delete_all":true}' }, 'Argument "delete_all" at actions is unexpected'],
      [{ actions: '{"delete_profile":1}' }, 'actions["delete_profile"] is not a boolean'],
      [
        { deactivation_notification_comment: 'x'.repeat(2001) },
        'deactivation_notification_comment is too long (limit: 2000 characters)',
      ],
    ])('not with %o', async (fields: Record<string, string>, msg) => {
      expect(await postForm(server, ada, `/users/${ann.id}`, { ...fields, method: 'DELETE' })).toMatchObject({ msg })
    })
  })

  describe('deactivated by themselves', () => {
    test('with their bots', async () => {
      const fay = await server.person('Fay')
      const ruby = await bot(server, 'Ruby', fay)
      await explains(watchers(), () => fay.client.call(endpoints.deactivateOwnUser, {}))
      await refused(fay.client.call(endpoints.getOwnUser, {}), 'Account is deactivated', gone)
      expect((await shown(ruby)).is_active).toBe(false)
    })

    test('not as the only owner, and not as a bot', async () => {
      await refused(
        server.owner.call(endpoints.deactivateOwnUser, {}),
        'Cannot deactivate the only organization owner.',
        { code: 'CANNOT_DEACTIVATE_LAST_USER', data: { is_last_owner: true, entity: 'organization owner' } },
      )
      const robot = await bot(server, 'Robot', ann)
      const msg = 'This endpoint does not accept bot requests.'
      await refused(robot.client.call(endpoints.deactivateOwnUser, {}), msg)
    })
  })

  describe('reactivated', () => {
    test('come back to their groups and channels', async () => {
      const gil = await server.person('Gil', 'lunch')
      await deactivate(gil)
      const told = await explains(watchers(), () => reactivate(gil, ada.client))
      expect(told['Ann']![0]).toMatchObject({ person: { user_id: gil.id, is_active: true } })
      const { streams } = await gil.client.call(endpoints.getStreams, { include_public: false })
      expect(streams.map(({ name }) => name).sort()).toEqual(['general', 'lunch'])
      expect(await explains(watchers(), () => reactivate(gil))).toMatchObject({ Ann: [] })
    })

    test('as bots of the caller, where their owner is gone', async () => {
      const hal = await server.person('Hal')
      const [one, two] = [await bot(server, 'One', hal), await bot(server, 'Two', hal)]
      await deactivate(hal)
      const told = await explains(watchers(), () => reactivate(one, ada.client))
      expect(told['Ann']!.at(-1)).toMatchObject({ person: { user_id: one.id, bot_owner_id: ada.id } })
      await reactivate(hal)
      await reactivate(two, ada.client)
      expect([(await shown(one)).bot_owner_id, (await shown(two)).bot_owner_id]).toEqual([ada.id, hal.id])
    })

    describe('as bots by their owner', () => {
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      const refusedTo = async (who: Pick<Person, 'id'>, ...people: readonly Person[]) => {
        const msg = 'Must be an organization administrator'
        for (const { client } of people) await refused(reactivate(who, client), msg, refusal)
      }
      const retired = async (name: string, owner = ann, make = bot) => {
        const made = await make(server, name, owner)
        await server.owner.call(endpoints.deactivateBot, { bot_id: made.id })
        return made
      }

      test('with the key that they had', async () => {
        const rob = await bot(server, 'Rob', ann)
        await ann.client.call(endpoints.deactivateBot, { bot_id: rob.id })
        const told = await explains(watchers(), () => reactivate(rob, ann.client))
        expect(told['Ann']![0]).toMatchObject({ person: { user_id: rob.id, is_active: true } })
        expect(await rob.client.call(endpoints.getOwnUser, {})).toMatchObject({ bot_owner_id: ann.id })
        expect(await explains(watchers(), () => reactivate(rob, ann.client))).toMatchObject({ Ann: [] })
      })

      test('but not by anybody else', async () => {
        const rex = await retired('Rex')
        const others = [await server.person('Bo'), await moderator(server, 'Mo'), await guest(server, 'Gog')]
        await refusedTo(rex, ...others, await bot(server, 'Roy', ann))
        expect((await shown(rex)).is_active).toBe(false)
        const lea = await server.person('Lea')
        await deactivate(lea)
        await refusedTo(lea, ann)
        await refusedTo({ id: 99_999 }, ann)
      })

      test('not by one who may not create such bots any more', async () => {
        const [plain, hook] = [await retired('Plain'), await retired('Hook', ann, webhookBot)]
        await changeRealm(server, {}, { can_create_bots_group: 'role:administrators' })
        await refusedTo(plain, ann)
        await reactivate(hook, ann.client)
        await ann.client.call(endpoints.deactivateBot, { bot_id: hook.id })
        await changeRealm(server, {}, { can_create_write_only_bots_group: 'role:nobody' })
        await refusedTo(hook, ann)
        await reactivate(plain, ada.client)
        const both = {
          can_create_bots_group: 'role:members',
          can_create_write_only_bots_group: 'role:members',
        } as const
        await changeRealm(server, {}, both)
        await reactivate(hook, ann.client)
      })

      test('not by one who has become a guest', async () => {
        const gil = await server.person('Gilda')
        const [two, low] = [await retired('Number two', gil), await retired('Number three', gil)]
        await changeAccount(server, gil.id, { role: 600 })
        await changeAccount(server, low.id, { role: 600 })
        await refusedTo(two, gil)
        await refusedTo(low, gil)
      })

      test('not with the name of another active account', async () => {
        const twin = await retired('Twin')
        const { id } = await server.person('Twin')
        await refused(reactivate(twin, ann.client), 'Name is already in use.')
        await refused(reactivate(twin, ada.client), 'Name is already in use.')
        expect((await shown(twin)).is_active).toBe(false)
        await deactivate({ id })
        await reactivate(twin, ann.client)
        // People may share names, also with bots.
        await reactivate({ id })
      })

      test('not those that may do more than their owner', async () => {
        const top = await retired('Top')
        await changeAccount(server, top.id, { role: 200 })
        await refusedTo(top, ann)
        await reactivate(top, ada.client)
      })
    })
  })
})
