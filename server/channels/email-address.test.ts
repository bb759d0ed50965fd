import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { type Person, startTestServer } from '../../test/harness.ts'
import { opened } from '../../test/opened.ts'
import { bot } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'

describe('the email address of a channel', () => {
  const { server, ann, bob, gus } = useServer({
    members: ['ann', 'bob'],
    guests: ['gus'],
    env: { PARLEY_MAIL_IN_DOMAIN: 'mail.example.org' },
  })
  const other = opened(() => startTestServer({ beside: server }))
  let helper: Person
  let open: number
  let secret: number

  beforeAll(async () => {
    helper = await bot(server, 'Helper', ann)
    const create = async (name: string, invite_only: boolean) =>
      (await ann.client.call(endpoints.createChannel, { name, invite_only, subscribers: [ann.id] })).id
    open = await create('Café & Bees!', false)
    secret = await create('secret', true)
  })

  const address = async (by = ann, stream_id = open, more = {}) =>
    (await by.client.call(endpoints.getStreamEmailAddress, { stream_id, ...more })).email

  test('is recognisable, secret and always the same', async () => {
    const email = await address()
    expect(email).toMatch(/^cafe-bees\.[0-9a-f]{32}\.show-sender@mail\.example\.org$/)
    expect(await address()).toBe(email)
    expect(await address(ann, secret)).not.toContain(email.split('.')[1])
  })

  test('belongs to who asked for it', async () => {
    expect(await address(bob)).not.toBe(await address())
    expect(await address(bob)).toBe(await address(bob))
  })

  test('belongs to a sender: the mail bot, oneself or an own bot', async () => {
    const gateway = server.realm.systemBot('emailGateway').id
    const all = [
      await address(),
      await address(ann, open, { sender_id: ann.id }),
      await address(ann, open, { sender_id: helper.id }),
    ]
    expect(new Set(all).size).toBe(3)
    expect(await address(ann, open, { sender_id: gateway })).toBe(all[0])
    await refused(address(ann, open, { sender_id: bob.id }), 'Invalid sender ID')
    await refused(address(bob, open, { sender_id: helper.id }), 'Invalid sender ID')
    await refused(address(ann, open, { sender_id: 999_999 }), 'Invalid sender ID')
  })

  test('is for those who can read the channel and post in it', async () => {
    await refused(address(bob, secret), 'Invalid channel ID')
    await refused(address(gus), 'Invalid channel ID')
    await refused(address(ann, 999_999), 'Invalid channel ID')
    const owner = server.owner.call(endpoints.getStreamEmailAddress, { stream_id: secret })
    await refused(owner, 'Invalid channel ID')
    const moderators = server.realm.groups.system('role:moderators').id
    const change = { stream_id: open, can_send_message_group: { new: moderators } }
    await ann.client.call(endpoints.updateStream, change)
    await refused(address(bob), 'You do not have permission to post in this channel.')
    const everyone = server.realm.groups.system('role:everyone').id
    await ann.client.call(endpoints.updateStream, { stream_id: open, can_send_message_group: { new: everyone } })
  })

  test('is empty where no mail is received', async () => {
    const client = await other.clientOf(ann.id)
    expect(await client.call(endpoints.getStreamEmailAddress, { stream_id: open })).toMatchObject({ email: '' })
    await refused(client.call(endpoints.getStreamEmailAddress, { stream_id: 999_999 }), 'Invalid channel ID')
  })

  test('ends with the channel', async () => {
    const email = await address()
    await ann.client.call(endpoints.archiveStream, { stream_id: open })
    await refused(address(), 'Invalid channel ID')
    await ann.client.call(endpoints.updateStream, { stream_id: open, is_archived: false })
    expect(await address()).not.toBe(email)
  })
})
