import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Client, createClient } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount, changeRealm } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { BOT_TYPE, ROLE } from '../../kernel/realm-state/user.ts'

const { createBot, deactivateBot, getBotApiKey, getBots, getEvents, getOwnUser } = endpoints
const { regenerateBotApiKey, registerQueue, sendMessage, subscribe, updateBot } = endpoints

const FORBIDDEN = 'Insufficient permission'
const NOT_FOR_BOTS = 'This endpoint does not accept bot requests.'
const WEBHOOK = { bot_type: BOT_TYPE.outgoingWebhook, payload_url: 'https://bots.example.org/hook' }

describe('bots', () => {
  const { server, ann, bob, ada, gus } = useServer({
    members: ['ann'],
    outsiders: ['bob'],
    administrators: ['ada'],
    guests: ['gus'],
    channel: 'lunch',
  })
  let everyone: Record<string, Client>
  let count = 0

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client, Ada: ada.client }
  })

  type BotArgs = Partial<ArgsOf<typeof createBot>>
  const create = ({ client }: Person, wanted: BotArgs = {}) => {
    count += 1
    return client.call(createBot, { full_name: `Robot ${count}`, short_name: `robot${count}`, ...wanted })
  }
  const update = ({ client }: Person, bot_id: number, change: Omit<ArgsOf<typeof updateBot>, 'bot_id'>) =>
    client.call(updateBot, { bot_id, ...change })
  const key = async ({ client }: Person, bot_id: number) => (await client.call(getBotApiKey, { bot_id })).api_key
  const stateOf = async ({ client }: Person, id: number) =>
    (await client.call(registerQueue, {})).realm_bots!.find(({ user_id }) => user_id === id)
  const clientOf = (id: number, apiKey: string) =>
    createClient({ url: server.url, email: server.realm.users.get(id)!.deliveryEmail, apiKey, strict: true })
  const nothing = {
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
  }

  test('are created with a key of their own; events explain the state, and only managers see the bot', async () => {
    let id = 0
    const told = await explains(everyone, async () => {
      const made = await create(ann, { full_name: 'Helper', short_name: 'helper' })
      expect(made).toMatchObject({ ...nothing, api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/) })
      expect(await clientOf(made.user_id, made.api_key).call(getOwnUser, {})).toMatchObject({
        full_name: 'Helper',
        email: `helper-bot@${server.realm.info.host}`,
        is_bot: true,
        bot_type: 1,
        bot_owner_id: ann.id,
        role: 400,
      })
      id = made.user_id
    })
    const added = { type: 'realm_bot', op: 'add', bot: { user_id: id, ...nothing, services: [] } }
    const typesOf = (name: string) => told[name]!.map(({ type }) => type)
    expect(told['Ann']!.at(-1)).toMatchObject(added)
    expect(told['Ada']!.at(-1)).toMatchObject(added)
    expect(typesOf('Bob')).toContain('realm_user')
    expect(typesOf('Bob')).not.toContain('realm_bot')
    expect(await stateOf(bob, id)).toBeUndefined()
    const { bots } = await ann.client.call(getBots, {})
    expect(bots).toMatchObject([{ full_name: 'Helper', username: `helper-bot@${server.realm.info.host}`, ...nothing }])
    expect(bots[0]!.api_key).toBe(await key(ann, id))
    expect((await ada.client.call(getBots, {})).bots).toEqual([])
  })

  test('answer their creation with their address, which a new short name changes', async () => {
    const at = (name: string) => `${name}-bot@${server.realm.info.host}`
    const made = await create(ann, { short_name: 'walle' })
    expect(made).toMatchObject({ email: at('walle') })
    const { user_id: id, api_key } = made
    const told = await explains(everyone, () => update(ann, id, { short_name: ' eve ' }))
    expect(told['Bob']).toContainEqual(
      expect.objectContaining({ type: 'realm_user', op: 'update', person: { user_id: id, new_email: at('eve') } }),
    )
    expect(await clientOf(id, api_key).call(getOwnUser, {})).toMatchObject({ email: at('eve') })
    expect(await explains(everyone, () => update(ann, id, { short_name: 'eve' }))).toMatchObject({ Ann: [] })
    await create(ann, { short_name: 'other' })
    await refused(update(ann, id, { short_name: 'other' }), 'Email address already in use')
    await refused(update(ann, id, { short_name: '' }), 'Bad name or username')
    await refused(update(ann, id, { short_name: 'a b@' }), 'Bad name or username')
    await refused(update(bob, id, { short_name: 'mine' }), FORBIDDEN)
  })

  test('of type outgoing webhook have a service, whose token others never see', async () => {
    const told = await explains(everyone, () => create(ann, { ...WEBHOOK, interface_type: 2 }))
    const added = told['Ann']!.find(({ type }) => type === 'realm_bot')
    const service = { base_url: WEBHOOK.payload_url, interface: 2, token: expect.stringMatching(/^\w{32}$/) }
    expect(added).toMatchObject({ bot: { services: [service] } })
    const { token } = (added as { bot: { services: { token: string }[] } }).bot.services[0]!
    expect(JSON.stringify(told['Ada'])).toContain(token)
    expect(JSON.stringify(told['Bob'])).not.toContain(token)
    expect(JSON.stringify(await bob.client.call(registerQueue, {}))).not.toContain(token)
  })

  test('of type incoming webhook only send messages', async () => {
    const { user_id, api_key } = await create(ann, { bot_type: BOT_TYPE.incomingWebhook })
    const client = clientOf(user_id, api_key)
    await client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hi' })
    const text = 'This API is not available to incoming webhook bots.'
    await refused(client.call(getOwnUser, {}), text, { code: 'UNAUTHORIZED' })
  })

  test('have default channels, which their event queues follow', async () => {
    const wanted = { default_sending_stream: 'lunch', default_events_register_stream: 'lunch' }
    const { user_id, api_key } = await create(ann, { ...wanted, default_all_public_streams: true })
    expect(await stateOf(ann, user_id)).toMatchObject({ ...wanted, default_all_public_streams: true })
    const client = clientOf(user_id, api_key)
    const { queue_id, last_event_id } = await client.call(registerQueue, { event_types: ['message'] })
    const say = (to: string) => ann.client.call(sendMessage, { type: 'channel', to, topic: 'x', content: 'Hello' })
    await ann.client.call(subscribe, { subscriptions: [{ name: 'tea' }] })
    await say('tea')
    await say('lunch')
    const poll = { queue_id: queue_id!, last_event_id, dont_block: true }
    const { events } = await client.call(getEvents, poll)
    expect(events).toMatchObject([{ message: { display_recipient: 'lunch' } }])
  })

  test('are renamed, change channels, service, role and owner; events explain the state', async () => {
    const { user_id: id } = await create(ann, WEBHOOK)
    const change = (by: Person, wanted: Parameters<typeof update>[2]) =>
      explains(everyone, () => update(by, id, wanted))
    expect((await change(ann, { full_name: 'Rosie' }))['Bob']).toMatchObject([
      { type: 'realm_user', person: { user_id: id, full_name: 'Rosie' } },
    ])
    const url = 'http://other.example.org/'
    const moved = await change(ann, {
      service_payload_url: JSON.stringify(url),
      service_interface: 2,
      default_sending_stream: 'lunch',
    })
    expect(moved['Ada']).toMatchObject([
      { type: 'realm_bot', op: 'update', bot: { default_sending_stream: 'lunch', services: [{ base_url: url }] } },
    ])
    expect(moved['Bob']).toEqual([])
    expect((await change(ann, { default_sending_stream: '' }))['Ann']).toMatchObject([{ bot: nothing }])
    const given = await change(ann, { bot_owner_id: bob.id })
    const owned = { type: 'realm_user', person: { user_id: id, bot_owner_id: bob.id } }
    expect(given['Ann']).toMatchObject([owned, { type: 'realm_bot', op: 'delete', bot: { user_id: id } }])
    expect(given['Bob']).toMatchObject([owned, { type: 'realm_bot', op: 'add', bot: { user_id: id } }])
    expect(given['Ada']).toMatchObject([owned])
    const raised = await change(ada, { role: ROLE.moderator })
    expect(raised['Bob']).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'realm_bot', op: 'delete', bot: { user_id: id } })]),
    )
    expect(await update(ada, id, {})).toEqual({
      full_name: 'Rosie',
      avatar_url: expect.any(String),
      bot_owner: bob.apiEmail,
      service_payload_url: url,
      service_interface: 2,
      ...nothing,
    })
  })

  test('are deactivated, and then cannot sign in or be changed', async () => {
    const { user_id: id, api_key } = await create(ann)
    const told = await explains(everyone, () => ann.client.call(deactivateBot, { bot_id: id }))
    expect(told['Bob']).toMatchObject([{ type: 'realm_user', person: { user_id: id, is_active: false } }])
    const gone = clientOf(id, api_key).call(getOwnUser, {})
    await refused(gone, 'Account is deactivated', { code: 'UNAUTHORIZED' })
    await refused(update(ann, id, { full_name: 'X' }), 'No such bot')
    await refused(ann.client.call(deactivateBot, { bot_id: id }), 'No such bot')
  })

  test('get a new key, and the old one stops working', async () => {
    const { user_id: id, api_key } = await create(ann)
    expect(await key(ann, id)).toBe(api_key)
    expect(await key(ada, id)).toBe(api_key)
    const renewed = (await ann.client.call(regenerateBotApiKey, { bot_id: id })).api_key
    expect(renewed).not.toBe(api_key)
    expect(await key(ann, id)).toBe(renewed)
    await refused(clientOf(id, api_key).call(getOwnUser, {}), 'Invalid API key', { code: 'UNAUTHORIZED' })
    await clientOf(id, renewed).call(getOwnUser, {})
  })

  test('are managed by their owner and administrators only, and never by those who may do less', async () => {
    const { user_id: id, api_key } = await create(ann)
    const attempts = (person: Person, bot_id: number) => [
      () => update(person, bot_id, { full_name: 'Mine' }),
      () => person.client.call(deactivateBot, { bot_id }),
      () => person.client.call(getBotApiKey, { bot_id }),
      () => person.client.call(regenerateBotApiKey, { bot_id }),
    ]
    const itself = { client: clientOf(id, api_key) } as Person
    for (const person of [bob, gus]) for (const attempt of attempts(person, id)) await refused(attempt(), FORBIDDEN)
    for (const attempt of attempts(itself, id)) await refused(attempt(), NOT_FOR_BOTS)
    for (const attempt of attempts(ann, 999_999)) await refused(attempt(), 'No such bot')
    for (const attempt of attempts(ada, bob.id)) await refused(attempt(), 'No such bot')
    await refused(update(ann, id, { role: ROLE.moderator }), FORBIDDEN)
    await refused(update(ada, id, { role: ROLE.owner }), FORBIDDEN)
    const msg = 'Invalid role: Value error, Not in the list of possible values'
    expect(await postForm(server, ada, `/bots/${id}`, { method: 'PATCH', role: '7' })).toMatchObject({ msg })
    await server.owner.call(updateBot, { bot_id: id, role: ROLE.owner })
    for (const person of [ann, ada]) for (const attempt of attempts(person, id)) await refused(attempt(), FORBIDDEN)
    expect([await stateOf(ann, id), await stateOf(ada, id)]).toEqual([undefined, undefined])
    expect((await ann.client.call(getBots, {})).bots.map(({ api_key: shown }) => shown)).not.toContain(api_key)
  })

  test('have owners who are people and there', async () => {
    const { user_id: id } = await create(ann)
    const dan = await server.person('Dan')
    await changeAccount(server, dan.id, { is_active: false })
    const give = (bot_owner_id: number) => update(ann, id, { bot_owner_id })
    await refused(give(999_999), 'Failed to change owner, no such user')
    await refused(give(dan.id), 'Failed to change owner, user is deactivated')
    await refused(give(id), "Failed to change owner, bots can't own other bots")
  })

  test('are created by those who may, of the types that they may', async () => {
    const incoming = { bot_type: BOT_TYPE.incomingWebhook }
    await refused(create(gus), FORBIDDEN)
    await refused(create(gus, incoming), FORBIDDEN)
    await changeRealm(server, {}, { can_create_bots_group: 'role:administrators' })
    await refused(create(ann), FORBIDDEN)
    await refused(create(ann, WEBHOOK), FORBIDDEN)
    await create(ann, incoming)
    await create(ada)
    await changeRealm(server, {}, { can_create_write_only_bots_group: 'role:nobody' })
    await refused(create(ann, incoming), FORBIDDEN)
    await create(ada, incoming)
    const both = { can_create_bots_group: 'role:members', can_create_write_only_bots_group: 'role:members' } as const
    await changeRealm(server, {}, both)
    const { user_id, api_key } = await create(ann)
    await refused(create({ client: clientOf(user_id, api_key) } as Person), NOT_FOR_BOTS)
  })

  test.each([
    [{ bot_type: 5 }, 'Invalid bot type'],
    [{ bot_type: BOT_TYPE.embedded, service_name: 'converter' }, 'Embedded bots are not enabled.'],
    [{ short_name: ' ' }, 'Bad name or username'],
    [{ short_name: 'a@b' }, 'Bad name or username'],
    [{ short_name: 'HELPER' }, 'Username already in use'],
    [{ full_name: ' ' }, 'Name must not be empty!'],
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [{ ...WEBHOOK, payload_url: 'file:///etc/passwd' }, 'payload_url is not a URL'],
    [{ ...WEBHOOK, payload_url: 'https://ann:secret@example.org' }, 'payload_url is not a URL'],
    [{ ...WEBHOOK, interface_type: 3 }, 'Invalid interface type'],
    [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
  ])('%j is refused', async (wanted, text) => {
    await refused(create(ann, wanted), text)
  })

  test('are not given channels that their creator may not know', async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    await refused(create(bob, { default_sending_stream: 'secret' }), "Invalid channel name 'secret'")
    await create(ann, { default_sending_stream: 'secret' })
  })

  test('are at most a hundred of a person who is no administrator, also of those who gave some away', async () => {
    const eva = await server.person('Eva')
    const { user_id: first } = await create(eva)
    for (let made = 1; made < 100; made += 1) await create(eva)
    await update(eva, first, { bot_owner_id: bob.id })
    await refused(create(eva), 'You can create at most 100 bots.')
    await create(bob)
    await changeAccount(server, eva.id, { role: ROLE.administrator })
    await create(eva)
  })

  test('never take the name of another active account', async () => {
    const { user_id: id } = await create(ann, { full_name: 'Only one' })
    const taken = 'Name is already in use.'
    for (const full_name of ['Bob', ' bob ', 'Only one']) {
      await refused(create(ann, { full_name }), taken)
      if (full_name !== 'Only one') await refused(update(ada, id, { full_name }), taken)
    }
    await update(ann, id, { full_name: 'ONLY ONE' })
    const { user_id: second } = await create(ann)
    await refused(update(ann, second, { full_name: 'only one' }), taken)
    await ann.client.call(deactivateBot, { bot_id: id })
    await update(ann, second, { full_name: 'only one' })
  })
})
