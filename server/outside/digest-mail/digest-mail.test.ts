import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { startDigests } from '../../../test/outside/digests.ts'
import { linkIn } from '../../../test/outside/mails.ts'
import { startSmtpReceiver } from '../../../test/outside/smtp-receiver.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { features } from '../../features.ts'
import { allOf } from '../../kernel/feature.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'

const { updateRealm, updateSettings, subscribe } = endpoints
const DAY = 86_400
const HOUR = 3_600
const [MONDAY, THURSDAY] = [0, 3] as const

describe('digests', () => {
  const world = opened(startDigests)
  beforeEach(() => world.begin())

  const asPresent = (person: Person) => person.client.call(endpoints.updatePresence, { status: 'active' })

  describe('come on digest_weekday', () => {
    test('and on no other day, from nine o’clock on', async () => {
      const { clock, write, mailed } = world
      const mails: number[] = []
      for (let day = 1; day < 7; day += 1) {
        clock.pass(DAY)
        await write('one')
        mails.push((await mailed()).length)
      }
      expect(mails).toEqual([0, 0, 0, 0, 0, 0])
      clock.pass(22 * HOUR)
      expect(await mailed()).toEqual([])
      clock.pass(HOUR)
      expect(await mailed()).toHaveLength(1)
    })

    test('as the organization sets it, and never twice in a week', async () => {
      const { clock, server, write, mailed, aWeekLater } = world
      await write('one')
      expect(await aWeekLater()).toHaveLength(1)
      await write('two')
      clock.pass(HOUR)
      expect(await mailed()).toEqual([])
      await server.owner.call(updateRealm, { digest_weekday: THURSDAY })
      clock.pass(3 * DAY - HOUR)
      expect(await mailed()).toEqual([])
      await write('three')
      const [mail, ...others] = await aWeekLater()
      expect([mail!.text.includes('three'), mail!.text.includes('one'), others]).toEqual([true, false, []])
      await server.owner.call(updateRealm, { digest_weekday: MONDAY })
      clock.pass(4 * DAY)
      await write('four')
      expect(await mailed()).toEqual([])
      expect(await aWeekLater()).toHaveLength(1)
    })
  })

  describe('come to people who were away for five days', () => {
    test('by their presence, with what was sent since', async () => {
      const { clock, bob, write, mailed } = world
      await write('before')
      clock.pass(DAY)
      await asPresent(bob)
      clock.pass(DAY)
      await write('after')
      clock.pass(5 * DAY)
      const [mail] = await mailed()
      expect([mail!.text.includes('after'), mail!.text.includes('before')]).toEqual([true, false])
      await write('later')
      clock.pass(2 * DAY + HOUR)
      await asPresent(bob)
      clock.pass(5 * DAY - HOUR)
      expect(await mailed()).toEqual([])
    })

    test('and not to those who wrote, have signed in, or come back before the mail', async () => {
      const { clock, server, bob, channel, count, write, mailed } = world
      const dan = await server.person(`Dan ${count}`, channel)
      const eve = await server.person(`Eve ${count}`, channel)
      await write('one')
      clock.pass(3 * DAY)
      await write('mine', { by: dan })
      await new Browser(server).signIn(eve.email, 'correct horse battery staple')
      clock.pass(4 * DAY)
      await server.ctx.jobs.runRecurring()
      await asPresent(bob)
      expect(await mailed(bob, dan, eve)).toEqual([])
    })

    test('and not to those with a client who do not share presence', async () => {
      const { clock, bob, write, mailed, aWeekLater } = world
      await bob.client.call(updateSettings, { presence_enabled: false })
      await write('one')
      clock.pass(7 * DAY)
      const { queue_id } = await bob.client.call(endpoints.registerQueue, {})
      expect(await mailed()).toEqual([])
      await bob.client.call(endpoints.deleteQueue, { queue_id: queue_id! })
      await write('two')
      expect(await aWeekLater()).toHaveLength(1)
    })
  })

  describe('do not come', () => {
    test('where the organization has digest_emails_enabled off, or the person enable_digest_emails', async () => {
      const { server, bob, write, aWeekLater } = world
      await server.owner.call(updateRealm, { digest_emails_enabled: false })
      await write('one')
      expect(await aWeekLater()).toEqual([])
      await server.owner.call(updateRealm, { digest_emails_enabled: true })
      await bob.client.call(updateSettings, { enable_digest_emails: false })
      await write('two')
      expect(await aWeekLater()).toEqual([])
      await bob.client.call(updateSettings, { enable_digest_emails: true })
      await write('three')
      expect(await aWeekLater()).toHaveLength(1)
    })

    test('when a setting is switched off between the search and the mail', async () => {
      const { clock, server, bob, write, mailed } = world
      await write('one')
      clock.pass(7 * DAY)
      await server.ctx.jobs.runRecurring()
      await bob.client.call(updateSettings, { enable_digest_emails: false })
      expect(await mailed()).toEqual([])
    })

    test('when there is nothing to tell', async () => {
      const { clock, server, bob, write, aWeekLater } = world
      await write('long ago')
      clock.pass(8 * DAY)
      expect(await aWeekLater()).toEqual([])
      const marks = server.database.db.selectFrom('digest_mail').selectAll().where('user_id', '=', bob.id)
      expect(await marks.execute()).toEqual([])
    })

    test('to bots, and to people who left or were imported', async () => {
      const { clock, server, ann, bob, channel, count, write, mailed } = world
      const [dan, eve] = [await server.person(`Dan ${count}`, channel), await server.person(`Eve ${count}`, channel)]
      const robot = await bot(server, `Robot ${count}`, ann)
      await server.owner.call(subscribe, { subscriptions: [{ name: channel }], principals: [robot.id] })
      await server.owner.call(endpoints.deactivateUser, { user_id: dan.id })
      await changeAccount(server, eve.id, { is_imported_stub: true })
      await write('one')
      clock.pass(7 * DAY)
      await server.ctx.jobs.runRecurring()
      await server.owner.call(endpoints.deactivateUser, { user_id: bob.id })
      expect(await mailed(bob, dan, eve, robot)).toEqual([])
    })
  })

  test('are stopped by one click, in the mail or beside it', async () => {
    const { server, bob, write, aWeekLater } = world
    await write('x')
    const [mail] = await aWeekLater()
    const link = linkIn(mail!, '/unsubscribe/')
    expect(mail!.headers.get('list-unsubscribe')).toContain(link)
    expect(mail!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail!.html).toContain(link)
    const browser = new Browser(server)
    expect((await browser.request(link)).text).toContain(`${bob.email} will get no more weekly digests.`)
    const wants = () => {
      const user = server.realm.users.get(bob.id)!
      return [settingOf(user, 'enable_digest_emails'), settingOf(user, 'enable_offline_email_notifications')]
    }
    expect(wants()).toEqual([true, true])
    const told = await explains({ Bob: bob.client }, async () => {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      expect((await browser.request(link, { method: 'POST', body })).text).toContain('You get no more weekly digests.')
    })
    expect(told['Bob']).toMatchObject([{ type: 'user_settings', property: 'enable_digest_emails', value: false }])
    expect(wants()).toEqual([false, true])
  })

  test('are sent once, however often and by how many nodes they are looked for', async () => {
    const { clock, server, smtpUrl, write, mailed } = world
    const other = await startTestServer({ clock, env: { PARLEY_SMTP_URL: smtpUrl }, beside: server })
    try {
      clock.pass(DAY)
      await write('x')
      clock.pass(6 * DAY)
      const search = () => Promise.all([server.ctx.jobs.runRecurring(), other.ctx.jobs.runRecurring()])
      await search()
      // As after a search that was cut short before its end.
      await server.database.db.deleteFrom('digest_search').execute()
      clock.pass(HOUR)
      await search()
      await other.runJobs()
      expect(await mailed()).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  test('are retried when the mail server fails', async () => {
    const { clock, server, write, mailed, refuseRecipients } = world
    await write('x')
    clock.pass(7 * DAY)
    refuseRecipients('451 Mailbox busy')
    await server.ctx.jobs.runRecurring()
    await server.runJobs({ mayFail: true })
    refuseRecipients(null)
    await server.runJobs({ retries: true })
    await server.runJobs({ retries: true })
    expect(await mailed()).toHaveLength(1)
  })

  test('have the same id if a crash after the mail sends it again', async () => {
    const { clock, server, write, mailed } = world
    await write('x')
    clock.pass(7 * DAY)
    await server.ctx.jobs.runRecurring()
    const tasks = allOf(features, 'tasks').map((task) => ({
      ...task,
      run: async (...job: Parameters<typeof task.run>) => {
        await task.run(...job)
        throw new Error('killed')
      },
    }))
    await server.runJobs({ tasks, mayFail: true })
    await server.runJobs({ retries: true })
    const mails = await mailed()
    expect(mails.length).toBeGreaterThan(1)
    expect(new Set(mails.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
  })

  test('cost no statements for each person until they are sent', async () => {
    const { clock, server, channel, write } = world
    const search = async () => {
      clock.pass(7 * DAY)
      await write('x')
      const before = server.ctx.database.statements.count
      await server.ctx.jobs.runRecurring()
      return server.ctx.database.statements.count - before
    }
    const few = await search()
    for (let more = 0; more < 10; more += 1) await server.person(`Reader ${more}`, channel)
    await server.runJobs()
    // There may be one piece more.
    expect(await search()).toBeLessThan(few + 10)
    const marks = await server.database.db.selectFrom('digest_mail').select('user_id').execute()
    expect(marks.length).toBeGreaterThan(10)
  })
})

test('the server says whether it sends digests', async () => {
  const receiver = await startSmtpReceiver()
  const sends = async (env: Readonly<Record<string, string>>) => {
    const server = await startTestServer({ env })
    const { settings_send_digest_emails: field } = await server.owner.call(endpoints.registerQueue, {
      fetch_event_types: ['realm'],
    })
    await server.close()
    return field
  }
  const smtp = { PARLEY_SMTP_URL: receiver.url }
  const answers = [await sends(smtp), await sends({ ...smtp, PARLEY_DIGEST_MAIL: 'off' }), await sends({})]
  await receiver.close()
  expect(answers).toEqual([true, false, false])
})
