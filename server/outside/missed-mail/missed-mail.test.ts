import { beforeEach, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { TestClock } from '../../../test/clock.ts'
import type { Person } from '../../../test/harness.ts'
import { linkIn, type StoredMail, takeMails } from '../../../test/outside/mails.ts'
import { changeRealm, guest } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { sealForLink } from '../../kernel/base/sealed-text.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { findMissedMessages, MAX_WAITING_MESSAGES } from './find-missed.ts'

const { sendMessage, updateSettings, updateUserTopic, updateSubscriptionSettings, updateMessageFlags } = endpoints
const FOLLOWED = 3
const MUTED = 1

describe('mail about missed messages', () => {
  const clock = new TestClock()
  const { server, ann } = useServer({ members: ['ann'], clock, env: { PARLEY_RATE_LIMITS: 'off' } })
  let bob: Person
  let channel: string
  let streamId: number
  let count = 0

  beforeEach(async () => {
    count += 1
    channel = `lunch ${count}`
    bob = await server.person(`Bob ${count}`, channel)
    // A mention would follow its topic, and that is another reason for a mail.
    await set({ automatically_follow_topics_where_mentioned: false })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: channel }] })
    streamId = server.channelId(channel)
    await mailed()
  })

  const search = () => findMissedMessages(server.ctx)
  /** The mails to Bob after the usual time to wait. */
  const mailed = async (wait = 120, to = bob): Promise<StoredMail[]> => {
    await search()
    await server.runJobs()
    clock.pass(wait)
    return (await takeMails(server)).filter((mail) => mail.to === to.email)
  }
  const write = async (content: string, { by = ann, topic = 'soup' } = {}) =>
    (await by.client.call(sendMessage, { type: 'channel', to: channel, topic, content })).id
  const writeTo = async (person: Person, content: string, by = ann) =>
    (await by.client.call(sendMessage, { type: 'direct', to: `[${person.id}]`, content })).id
  const set = (settings: ArgsOf<typeof updateSettings>, by = bob) => by.client.call(updateSettings, settings)
  const forTopic = (policy: typeof FOLLOWED | typeof MUTED, by = bob) =>
    by.client.call(updateUserTopic, { stream_id: streamId, topic: 'soup', visibility_policy: policy })
  const forChannel = (property: string, value: boolean) =>
    bob.client.call(updateSubscriptionSettings, {
      subscription_data: [{ stream_id: streamId, property, value }] as never,
    })
  const mention = () => `Hi @**Bob ${count}**`

  test('comes for direct messages, once, with text and links', async () => {
    await writeTo(bob, 'Are you there?')
    await writeTo(bob, 'Hello?')
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Direct messages with Ann')
    expect(mail!.text).toMatch(/Ann, .*:\nAre you there\?\n\nAnn, .*:\nHello\?/)
    expect(mail!.text).toContain(`#narrow/dm/${ann.id}-Ann`)
    expect(mail!.text).toContain('because you got a direct message')
    expect(await mailed()).toEqual([])
  })

  test('comes for mentions, by conversation', async () => {
    await write(mention())
    await write(mention(), { topic: 'cake' })
    await write('Not for anybody in particular')
    const mails = await mailed()
    expect(mails.map(({ subject }) => subject).sort()).toEqual([`#${channel} > cake`, `#${channel} > soup`])
    expect(mails.map(({ text }) => text).join()).not.toContain('particular')
    expect(await mailed(0, ann)).toEqual([])
  })

  describe('waits', () => {
    test('as long as the person wants, from the first message on', async () => {
      await set({ email_notifications_batching_period_seconds: 600 })
      await writeTo(bob, 'first')
      expect(await mailed(599)).toEqual([])
      await writeTo(bob, 'second')
      const [mail] = await mailed(1)
      expect(mail!.text).toContain('first')
      expect(mail!.text).toContain('second')
      await writeTo(bob, 'third')
      expect(await mailed(599)).toEqual([])
      expect(await mailed(1)).toHaveLength(1)
    })

    test('and leaves out what is read, deleted or out of sight by then', async () => {
      const [read, deleted] = [await writeTo(bob, 'read'), await writeTo(bob, 'deleted')]
      await write(mention())
      await writeTo(bob, 'left')
      expect(await mailed(119)).toEqual([])
      await bob.client.call(updateMessageFlags, { messages: [read], op: 'add', flag: 'read' })
      await ann.client.call(endpoints.deleteMessage, { message_id: deleted })
      await bob.client.call(endpoints.unsubscribe, { subscriptions: [channel] })
      const [mail, ...others] = await mailed(1)
      expect(others).toEqual([])
      expect(mail!.text).toContain('left')
      expect(mail!.text).not.toMatch(/read\n|deleted\n/)
    })
  })

  describe('does not come', () => {
    const nothing = async () => {
      expect(await mailed()).toEqual([])
    }

    test('to people who are here, or were since', async () => {
      await set({ email_notifications_batching_period_seconds: 600 })
      await writeTo(bob, 'x')
      await mailed(500)
      await bob.client.call(endpoints.updatePresence, { status: 'active' })
      expect(await mailed(100)).toEqual([])
      await writeTo(bob, 'yellow')
      await mailed(201)
      await bob.client.call(endpoints.updatePresence, { status: 'active' })
      expect(await mailed(600)).toEqual([])
      await writeTo(bob, 'zebra')
      const texts = (await mailed(600)).map(({ text }) => [text.includes('zebra'), text.includes('yellow')])
      expect(texts).toEqual([[true, false]])
    })

    test('to people who do not want it', async () => {
      await set({ enable_offline_email_notifications: false })
      await writeTo(bob, 'x')
      await write(mention())
      await nothing()
    })

    test('to people who do not want it about mentions, although the mention makes them follow the topic', async () => {
      await set({ automatically_follow_topics_where_mentioned: true, enable_offline_email_notifications: false })
      await write('Before the mention')
      await write(mention())
      await server.runJobs()
      await nothing()
      await write('After the mention')
      const [mail] = await mailed()
      expect(mail!.text).toContain('After the mention')
      expect(mail!.text).toContain('because you follow this topic')
    })

    test('about senders that are muted, to bots, and to oneself', async () => {
      await bob.client.call(endpoints.muteUser, { muted_user_id: ann.id })
      await writeTo(bob, 'x')
      await writeTo(bob, 'to myself', bob)
      await nothing()
    })

    test('to people who left', async () => {
      await writeTo(bob, 'x')
      await search()
      await server.owner.call(endpoints.deactivateUser, { user_id: bob.id })
      await nothing()
      expect(await server.database.db.selectFrom('missed_message').selectAll().execute()).toEqual([])
    })
  })

  describe('about a channel', () => {
    test('comes where somebody chose it for all channels or for this one', async () => {
      await write('one')
      expect(await mailed()).toEqual([])
      await set({ enable_stream_email_notifications: true })
      await write('two')
      expect((await mailed())[0]?.text).toContain('because you get mail about this channel')
      await forChannel('email_notifications', false)
      await write('three')
      expect(await mailed()).toEqual([])
      await set({ enable_stream_email_notifications: false })
      await forChannel('email_notifications', true)
      await write('four')
      expect((await mailed())[0]?.text).toContain('four')
      await forTopic(MUTED)
      await write('five')
      expect(await mailed()).toEqual([])
    })

    test('comes for followed topics, unless enable_followed_topic_email_notifications is off', async () => {
      await forTopic(FOLLOWED)
      await write('one')
      expect((await mailed())[0]?.text).toContain('because you follow this topic')
      await set({ enable_followed_topic_email_notifications: false })
      await write('two')
      expect(await mailed()).toEqual([])
    })

    test('comes for mentions of everybody by wildcard_mentions_notify', async () => {
      await write('@**all** food')
      expect((await mailed())[0]?.text).toContain('because somebody mentioned everybody')
      await forChannel('wildcard_mentions_notify', false)
      await write('@**all** food')
      expect(await mailed()).toEqual([])
      await forTopic(FOLLOWED)
      await set({ enable_followed_topic_email_notifications: false })
      await write('@**all** food')
      expect(await mailed()).toHaveLength(1)
      await set({ enable_followed_topic_wildcard_mentions_notify: false })
      await write('@**all** food')
      expect(await mailed()).toEqual([])
    })
  })

  describe('says', () => {
    const one = async () => {
      const [mail] = await mailed()
      return mail!
    }

    test('nothing of the text, where the person or the organization does not want it', async () => {
      await set({ message_content_in_email_notifications: false })
      await writeTo(bob, 'secret')
      const own = await one()
      expect([own.text.includes('secret'), own.text.includes('Settings keep its text out of mail.')]).toEqual([
        false,
        true,
      ])
      await set({ message_content_in_email_notifications: true })
      await changeRealm(server, { message_content_allowed_in_email_notifications: false })
      await writeTo(bob, 'secret')
      expect((await one()).text).not.toContain('secret')
      await changeRealm(server, { message_content_allowed_in_email_notifications: true })
    })

    test('names as people read them, not the source of mentions', async () => {
      const group = await server.owner.call(endpoints.createUserGroup, {
        name: `cooks ${count}`,
        description: '',
        members: [ann.id],
      })
      expect(group.group_id).toBeGreaterThan(0)
      const lines = [
        `Hi @**Bob ${count}|${bob.id}** and @_**Ann|${ann.id}**,`,
        `@*cooks ${count}* and @_*cooks ${count}* and @**all** and @**topic** go to`,
        `#**${channel}** and #**${channel}>soup** and not to \`@**Ann**\`.`,
      ]
      await write(lines.join('\n'))
      const { text } = await one()
      expect(text).toContain(
        [
          `Hi @Bob ${count} and Ann,`,
          `@cooks ${count} and cooks ${count} and @all and @topic go to`,
          `#${channel} and #${channel} > soup and not to \`@**Ann**\`.`,
        ].join('\n'),
      )
    })

    test('the time as the person writes it', async () => {
      await set({ timezone: 'Asia/Kolkata', twenty_four_hour_time: true })
      await writeTo(bob, 'x')
      const time = new Intl.DateTimeFormat('en', {
        timeStyle: 'short',
        timeZone: 'Asia/Kolkata',
        hourCycle: 'h23',
      }).format(clock.now())
      expect((await one()).text).toContain(`, ${time}:`)
      await set({ twenty_four_hour_time: false })
      await writeTo(bob, 'y')
      expect((await one()).text).toMatch(/ [AP]M:/)
    })

    test('the organization by realm_name_in_email_notifications_policy', async () => {
      await writeTo(bob, 'x')
      expect((await one()).subject).toBe('Direct messages with Ann')
      await set({ realm_name_in_email_notifications_policy: 2 })
      await writeTo(bob, 'x')
      expect((await one()).subject).toBe('Direct messages with Ann [Test]')
    })

    test('no names of people whom the person may not see', async () => {
      const gus = await guest(server, `Gus ${count}`)
      const cid = await server.person(`Cid ${count}`)
      const shared = { subscriptions: [{ name: channel }], principals: [gus.id, cid.id] }
      await server.owner.call(endpoints.subscribe, shared)
      await changeRealm(server, {}, { can_access_all_users_group: 'role:members' })
      await write(`Hi @**Gus ${count}**`, { by: cid })
      await search()
      const places = server.realm.memberships.channelsOf(cid.id).map((id) => server.realm.channels.get(id)!.name)
      await cid.client.call(endpoints.unsubscribe, { subscriptions: places })
      clock.pass(120)
      await server.runJobs()
      const [mail] = (await takeMails(server)).filter(({ to }) => to === gus.email)
      await changeRealm(server, {}, { can_access_all_users_group: 'role:everyone' })
      expect(mail!.text).toContain('Unknown user, ')
      expect(mail!.text).not.toContain(`Cid ${count}`)
    })
  })

  test('is stopped by one click, in the mail or beside it', async () => {
    await writeTo(bob, 'x')
    const [mail] = await mailed()
    const link = linkIn(mail!, '/unsubscribe/')
    expect(mail!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail!.headers.get('list-unsubscribe')).toContain(link)
    const browser = new Browser(server)
    expect((await browser.request(link)).text).toContain(bob.email)
    const wantsMail = () => settingOf(server.realm.users.get(bob.id)!, 'enable_offline_email_notifications')
    expect(wantsMail()).toBe(true)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const answer = await browser.request(link, { method: 'POST', body })
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('Mail is stopped') })
    expect(wantsMail()).toBe(false)
    await writeTo(bob, 'y')
    expect(await mailed()).toEqual([])
    expect((await browser.request('/unsubscribe/abc/')).status).toBe(404)
    expect((await browser.request('/unsubscribe/abc/', { method: 'POST' })).status).toBe(404)
  })

  test('is stopped by the links of older mails too, which do not name the kind', async () => {
    const token = sealForLink(server.ctx.secret, { for: 'unsubscribe', user: bob.id })
    const answer = await new Browser(server).request(`/unsubscribe/${token}/`, { method: 'POST' })
    expect(answer.text).toContain('no more mail about missed messages')
    expect(settingOf(server.realm.users.get(bob.id)!, 'enable_offline_email_notifications')).toBe(false)
  })

  test('counts at most 200 messages, and the rest costs nothing', async () => {
    const rows = async () =>
      (
        await server.ctx.database.db
          .selectFrom('missed_message')
          .select('message_id')
          .where('user_id', '=', bob.id)
          .execute()
      ).length
    for (let sent = 0; sent < 205; sent += 1) await writeTo(bob, `Message ${sent}`)
    await search()
    expect(await rows()).toBe(MAX_WAITING_MESSAGES)
    await writeTo(bob, 'One more')
    const { seq } = server.realm
    await search()
    expect([await rows(), server.realm.seq]).toEqual([MAX_WAITING_MESSAGES, seq])
    const mails = await mailed()
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('180 more')])
    expect(await rows()).toBe(0)
  })

  test('is found once, however many search, and costs one statement when there is nothing new', async () => {
    await writeTo(bob, 'x')
    await Promise.all([search(), search(), search()])
    clock.pass(120)
    expect((await takeMails(server)).filter(({ to }) => to === bob.email)).toHaveLength(1)
    await search()
    const before = server.ctx.database.statements.count
    await search()
    expect(server.ctx.database.statements.count - before).toBe(1)
  })
})
