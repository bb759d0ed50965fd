import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { bot, changeAccount, guest } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessage, getMessages, muteUser, registerQueue, sendMessage, unmuteUser, updateMessageFlags } = endpoints

describe('muted users', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob', 'cho'], channel: 'lunch' })

  afterEach(async () => {
    for (const { id } of (await state(ann)).muted_users!) await unmute(ann, id)
  })

  const mute = ({ client }: Person, muted_user_id: number) => client.call(muteUser, { muted_user_id })
  const unmute = ({ client }: Person, muted_user_id: number) => client.call(unmuteUser, { muted_user_id })
  const state = ({ client }: Person) => client.call(registerQueue, {})
  const unread = async (person: Person) => (await state(person)).unread_msgs!.count
  const say = async (by: Person, content = 'Hello') =>
    (await by.client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content })).id
  const write = async (by: Person, to: Person) =>
    (await by.client.call(sendMessage, { type: 'direct', to: `[${to.id}]`, content: 'Psst' })).id
  const flags = async ({ client }: Person, message_id: number) =>
    (await client.call(getMessage, { message_id })).message.flags
  const mark = ({ client }: Person, op: 'add' | 'remove', ...messages: number[]) =>
    client.call(updateMessageFlags, { op, flag: 'read', messages })

  test('are listed for those who mute them and for nobody else; events explain the state', async () => {
    const everyone = { Ann: ann.client, Bob: bob.client }
    const told = await explains(everyone, () => mute(ann, bob.id))
    const muted_users = [{ id: bob.id, timestamp: expect.any(Number) }]
    expect(told['Ann']).toMatchObject([{ type: 'muted_users', muted_users }])
    expect(told['Bob']).toEqual([])
    await mute(ann, cho.id)
    expect((await state(ann)).muted_users!.map(({ id }) => id)).toEqual([bob.id, cho.id])
    expect((await state(bob)).muted_users).toEqual([])
    const left = await explains(everyone, () => unmute(ann, bob.id))
    expect(left['Ann']).toMatchObject([{ type: 'muted_users', muted_users: [{ id: cho.id }] }])
    expect((await explains(everyone, () => unmute(ann, cho.id)))['Ann']).toMatchObject([{ muted_users: [] }])
  })

  test('have their unread messages marked as read', async () => {
    const [fromBob, fromCho, direct] = [await say(bob), await say(cho), await write(bob, ann)]
    const told = await explains({ Ann: ann.client, Cho: cho.client }, () => mute(ann, bob.id))
    expect(told['Ann']).toMatchObject([
      { type: 'muted_users' },
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: [fromBob, direct] },
    ])
    expect(told['Cho']).toEqual([])
    expect(await flags(ann, fromBob)).toEqual(['read'])
    expect(await flags(ann, fromCho)).toEqual([])
    expect(await flags(cho, fromBob)).toEqual([])
    await mark(ann, 'add', fromCho)
  })

  test('send messages that are read from the start, in channels and directly', async () => {
    await mute(ann, bob.id)
    const before = await unread(ann)
    const ids: number[] = []
    const told = await explains({ Ann: ann.client, Cho: cho.client }, async () => {
      ids.push(await say(bob, '@**Ann** and @**Cho**'), await write(bob, ann))
    })
    expect(told['Ann']).toMatchObject([{ flags: ['read', 'mentioned'] }, { flags: ['read'] }])
    expect(told['Cho']).toMatchObject([{ flags: ['mentioned'] }])
    expect(await unread(ann)).toBe(before)
    expect(await flags(ann, ids[0]!)).toEqual(['read', 'mentioned'])
    const narrow = [{ operator: 'is', operand: 'unread', negated: false }]
    const found = async ({ client }: Person) =>
      (await client.call(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow })).messages
    expect(await found(ann)).toEqual([])
    expect((await found(cho)).map(({ id }) => id)).toContain(ids[0])
  })

  test('can have a message marked as unread again, and read again', async () => {
    await mute(ann, bob.id)
    const id = await say(bob)
    const count = await unread(ann)
    await explains({ Ann: ann.client }, () => mark(ann, 'remove', id))
    expect([await flags(ann, id), await unread(ann)]).toEqual([[], count + 1])
    await explains({ Ann: ann.client }, () => mark(ann, 'add', id))
    expect([await flags(ann, id), await unread(ann)]).toEqual([['read'], count])
  })

  test('count again once they are not muted; what came meanwhile stays read', async () => {
    await mute(ann, bob.id)
    const during = await say(bob)
    await unmute(ann, bob.id)
    const after = await say(bob)
    expect(await flags(ann, during)).toEqual(['read'])
    expect(await flags(ann, after)).toEqual([])
    // Reading on moves the position past what was read from the start.
    await mark(ann, 'add', after)
    const { rows } = await server.database.pool.query(
      `select upto = (select max(hseq) from message where home_conv = p.conv_id) as reached from read_pos p
       where user_id = $1 and conv_id = $2`,
      [ann.id, server.realm.channelByName('lunch')!.convId],
    )
    expect(rows).toEqual([{ reached: true }])
  })

  test('are remembered after a restart', async () => {
    await mute(ann, bob.id)
    const second = await startTestServer({ beside: server })
    expect(second.realm.records.mutes.get(ann.id)?.muted).toMatchObject([{ id: bob.id }])
    await second.close()
  })

  test('can be bots, people who left, and muted by guests', async () => {
    const gus = await guest(server, 'Gus')
    const helper = await bot(server, 'Helper', bob)
    const dan = await server.person('Dan')
    await changeAccount(server, dan.id, { is_active: false })
    await mute(gus, helper.id)
    await mute(gus, dan.id)
    expect((await state(gus)).muted_users).toMatchObject([{ id: helper.id }, { id: dan.id }])
  })

  test('are not oneself, nobody, nor muted twice', async () => {
    await refused(mute(ann, ann.id), 'Cannot mute self')
    await refused(mute(ann, 999_999), 'No such user')
    await refused(unmute(ann, 999_999), 'No such user')
    await refused(unmute(ann, bob.id), 'User is not muted')
    await mute(ann, bob.id)
    await refused(mute(ann, bob.id), 'User already muted')
    await refused(mute(ann, server.realm.systemBot('notification').id), 'No such user')
  })
})
