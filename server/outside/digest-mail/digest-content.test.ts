import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { startDigests } from '../../../test/outside/digests.ts'
import type { StoredMail } from '../../../test/outside/mails.ts'
import { bot, changeRealm, guest } from '../../../test/people.ts'

const { updateSettings, updateUserTopic, subscribe, unsubscribe } = endpoints
const DAY = 86_400
const [MUTED, UNMUTED] = [1, 2] as const

describe('a digest', () => {
  const world = opened(startDigests)
  beforeEach(() => world.begin())

  const channelId = () => world.server.channelId(world.channel)
  const forTopic = (policy: typeof MUTED | typeof UNMUTED, topic = 'soup') =>
    world.bob.client.call(updateUserTopic, { stream_id: channelId(), topic, visibility_policy: policy })
  const closed = async (name: string, members: readonly Person[], history_public_to_subscribers = true) => {
    await world.ann.client.call(subscribe, {
      subscriptions: [{ name }],
      principals: members.map(({ id }) => id),
      invite_only: true,
      history_public_to_subscribers,
    })
    return name
  }
  const topicsIn = (mails: readonly StoredMail[]) =>
    mails.flatMap(({ text }) => [...text.matchAll(/^#.* > (.*)$/gm)].map(([, topic]) => topic)).sort()

  test('lists busy topics and new channels, in text and HTML', async () => {
    const { ann, cid, channel, count, write, aWeekLater } = world
    await write('Which soup is there?')
    await write('Pea\n\nand\nbean\nand\nonion <b>soup</b>', { by: cid })
    await write('Fine.', { topic: 'cake' })
    await ann.client.call(subscribe, { subscriptions: [{ name: `tea ${count}`, description: 'All about tea' }] })
    const [mail, ...others] = await aWeekLater()
    expect(others).toEqual([])
    expect(mail!.subject).toBe('What happened while you were away')
    expect(mail!.text).toMatch(
      new RegExp(
        `#${channel} > soup\n2 messages from Ann and Cid\n\nAnn, .*:\nWhich soup is there\\?\n\nCid, .*:\nPea\nand\nbean\nand …\n\n` +
          `Open the topic: http\\S+#narrow/channel/\\d+-lunch-${count}/topic/soup`,
      ),
    )
    expect(mail!.text).toContain(`#${channel} > cake\n1 message from Ann`)
    expect(mail!.text).toMatch(new RegExp(`New channels\n\n#tea ${count}\nAll about tea\nhttp`))
    expect(mail!.html).toMatch(new RegExp(`<a [^>]*>#${channel} &gt; soup</a>`))
    expect(mail!.html).toContain('2 messages from Ann and Cid')
    expect(mail!.html).not.toContain('<img')
  })

  test('shows mentions by their names', async () => {
    const { ann, cid, write, aWeekLater } = world
    await write(`Soup for @**Cid|${cid.id}** and @_**Ann|${ann.id}**`)
    const [mail] = await aWeekLater()
    expect(mail!.text).toContain('Soup for @Cid and Ann')
  })

  test('shows the logo of the organization, and escapes what people write', async () => {
    const { server, write, aWeekLater } = world
    const { info } = server.realm
    const pictures = { logo: { token: 'abc', version: 2 } }
    const change = (value: typeof info) =>
      server.ctx.transact(info.id, async (tx) => tx.record([{ put: 'realm', value }]))
    await change({ ...info, pictures })
    await write('<script>alert("x")</script>', { topic: '<i>soup</i>' })
    const [mail] = await aWeekLater()
    await change(info)
    expect(mail!.html).toContain(`/realm/abc.png?version=2" alt="${info.name}"`)
    expect(mail!.html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
    expect(mail!.html).not.toMatch(/<script|<i>/)
  })

  test('has at most four topics: those with most senders and those with most messages of people', async () => {
    const { server, ann, cid, channel, count, write, aWeekLater } = world
    for (const topic of ['a', 'b', 'c', 'd', 'e']) await write(topic, { topic })
    for (const topic of ['b', 'd']) await write(topic, { topic, by: cid })
    for (let more = 0; more < 3; more += 1) await write('e', { topic: 'e' })
    const robot = await bot(server, `Robot ${count}`, ann)
    await server.owner.call(subscribe, { subscriptions: [{ name: channel }], principals: [robot.id] })
    for (let more = 0; more < 9; more += 1) await write('c', { topic: 'c', by: robot })
    const [mail] = await aWeekLater()
    const topics = [...mail!.text.matchAll(/^#.* > (.*)\n(.*)$/gm)].map(([, topic, figures]) => [topic, figures])
    expect(topics).toEqual([
      ['b', '2 messages from Ann and Cid'],
      ['e', '4 messages from Ann'],
      ['d', '2 messages from Ann and Cid'],
      ['a', '1 message from Ann'],
    ])
  })

  describe('contains only what the person may read', () => {
    test('and not private channels of others', async () => {
      const { ann, bob, count, write, aWeekLater } = world
      const [secret, own] = [await closed(`secret ${count}`, [ann]), await closed(`own ${count}`, [ann, bob])]
      await write('x', { to: secret, topic: 'secret' })
      await write('x', { to: own, topic: 'own' })
      await write('x', { topic: 'open' })
      const mails = await aWeekLater()
      expect(topicsIn(mails)).toEqual(['open', 'own'])
      expect(mails[0]!.text).toContain(`#own ${count}\n`)
      expect(mails[0]!.text).not.toContain('secret')
    })

    test('as of the moment of the mail', async () => {
      const { clock, server, ann, bob, count, write, mailed } = world
      const own = await closed(`own ${count}`, [ann, bob])
      await write('x', { to: own, topic: 'own' })
      await write('x', { topic: 'open' })
      await write('x', { topic: 'mute me' })
      const deleted = await write('x', { topic: 'deleted' })
      clock.pass(7 * DAY)
      await server.ctx.jobs.runRecurring()
      await ann.client.call(unsubscribe, { subscriptions: [own], principals: [bob.id] })
      await forTopic(MUTED, 'mute me')
      await server.owner.call(endpoints.deleteMessage, { message_id: deleted })
      const mails = await mailed()
      expect(topicsIn(mails)).toEqual(['open'])
      expect(mails[0]!.text).not.toContain(own)
    })

    test('with public channels, but not those that they left', async () => {
      const { ann, bob, channel, count, write, aWeekLater } = world
      await ann.client.call(subscribe, { subscriptions: [{ name: `public ${count}` }] })
      await write('x', { to: `public ${count}`, topic: 'public' })
      await write('x', { topic: 'left' })
      await bob.client.call(unsubscribe, { subscriptions: [channel] })
      expect(topicsIn(await aWeekLater())).toEqual(['public'])
    })

    test('of protected history what they received', async () => {
      const { ann, bob, cid, count, write, aWeekLater } = world
      const guarded = await closed(`guarded ${count}`, [ann, cid], false)
      await write('before', { to: guarded, topic: 'old' })
      await write('before', { to: guarded, topic: 'both', by: cid })
      await ann.client.call(subscribe, { subscriptions: [{ name: guarded }], principals: [bob.id] })
      await write('after', { to: guarded, topic: 'both' })
      const mails = await aWeekLater()
      expect(topicsIn(mails)).toEqual(['both'])
      expect(mails[0]!.text).toContain(' > both\n1 message from Ann\n')
      expect(mails[0]!.text).toContain('after')
      expect(mails[0]!.text).not.toContain('before')
    })

    test('without muted topics, channels and people', async () => {
      const { bob, cid, write, aWeekLater } = world
      await forTopic(MUTED)
      await write('x')
      await write('x', { topic: 'cake' })
      await bob.client.call(endpoints.muteUser, { muted_user_id: cid.id })
      await write('muted words', { topic: 'cake', by: cid })
      await write('x', { topic: 'tea', by: cid })
      const mails = await aWeekLater()
      expect(topicsIn(mails)).toEqual(['cake'])
      expect(mails[0]!.text).toContain('from Ann\n')
      expect(mails[0]!.text).not.toContain('muted words')
      await bob.client.call(endpoints.updateSubscriptionSettings, {
        subscription_data: [{ stream_id: channelId(), property: 'is_muted', value: true }],
      })
      await write('x', { topic: 'cake' })
      await write('x', { topic: 'bread' })
      await forTopic(UNMUTED, 'bread')
      expect(topicsIn(await aWeekLater())).toEqual(['bread'])
    })

    test('without archived channels', async () => {
      const { server, write, aWeekLater } = world
      await write('x')
      await server.owner.call(endpoints.archiveStream, { stream_id: channelId() })
      expect(await aWeekLater()).toEqual([])
    })

    test('and for guests only their channels and the people they see', async () => {
      const { server, ann, cid, channel, count, write, aWeekLater } = world
      const [gus, gil] = [await guest(server, `Gus ${count}`), await guest(server, `Gil ${count}`)]
      await server.owner.call(unsubscribe, { subscriptions: ['general'], principals: [gus.id, gil.id] })
      await ann.client.call(subscribe, { subscriptions: [{ name: channel }], principals: [gus.id] })
      await ann.client.call(subscribe, { subscriptions: [{ name: `public ${count}` }] })
      await write('x', { to: `public ${count}`, topic: 'public' })
      await write('x')
      await write('x', { by: cid })
      await changeRealm(server, {}, { can_access_all_users_group: 'role:members' })
      const channels = server.realm.memberships.channelsOf(cid.id).map((id) => server.realm.channels.get(id)!)
      const places = channels.filter(({ isArchived }) => !isArchived).map(({ name }) => name)
      await cid.client.call(unsubscribe, { subscriptions: places })
      const mails = await aWeekLater(gus, gil)
      await changeRealm(server, {}, { can_access_all_users_group: 'role:everyone' })
      expect(mails.map(({ to }) => to)).toEqual([gus.email])
      expect(topicsIn(mails)).toEqual(['soup'])
      const { text, html } = mails[0]!
      expect(text).toContain('2 messages from Ann and 1 other')
      expect(text).toContain('Unknown user, ')
      expect(text + html).not.toMatch(/Cid|public/)
    })
  })

  test('has only numbers, where the person or the organization wants no text in mail', async () => {
    const { server, ann, bob, count, write, aWeekLater } = world
    await bob.client.call(updateSettings, { message_content_in_email_notifications: false })
    await write('secret words', { topic: 'secret topic' })
    await ann.client.call(subscribe, { subscriptions: [{ name: `secret ${count}` }] })
    const [own] = await aWeekLater()
    await bob.client.call(updateSettings, { message_content_in_email_notifications: true })
    await changeRealm(server, { message_content_allowed_in_email_notifications: false })
    await write('secret words', { topic: 'secret topic' })
    await write('secret words', { topic: 'secret topic' })
    const [common] = await aWeekLater()
    await changeRealm(server, { message_content_allowed_in_email_notifications: true })
    expect(own!.text).toContain('1 message in 1 busy topic and 1 new channel.')
    expect(common!.text).toContain('2 messages in 1 busy topic.')
    for (const mail of [own, common]) expect(mail!.text + mail!.html).not.toMatch(/secret|Ann|lunch/)
  })

  test('names the organization by realm_name_in_email_notifications_policy', async () => {
    const { bob, write, aWeekLater } = world
    await bob.client.call(updateSettings, { realm_name_in_email_notifications_policy: 2 })
    await write('x')
    expect((await aWeekLater())[0]!.subject).toBe('What happened while you were away [Test]')
  })
})
