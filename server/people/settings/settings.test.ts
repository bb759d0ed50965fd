import { describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeAccount, changeRealm } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { confirmEmailChange } from './change-own-email.ts'

type Settings = ArgsOf<typeof endpoints.updateSettings>

const PASSWORD = 'correct horse battery staple'

describe('settings', () => {
  const { server, ann, ada, gus } = useServer({ members: ['ann'], administrators: ['ada'], guests: ['gus'] })

  const set = (settings: Settings, by: Pick<Person, 'client'> = ann) =>
    by.client.call(endpoints.updateSettings, settings)
  const settingsOf = async ({ client }: Pick<Person, 'client'>) =>
    (await client.call(endpoints.registerQueue, { fetch_event_types: ['user_settings'] })).user_settings!
  const everyone = () => ({ Olivia: server.owner, Ann: ann.client, Gus: gus.client })
  const send = (fields: Record<string, string>, path = '/settings', by = ann) =>
    postForm(server, by, path, { method: 'PATCH', ...fields })

  describe('of oneself', () => {
    test('are changed, and only one’s own clients get the event', async () => {
      const told = await explains(everyone(), () =>
        set({ enter_sends: false, color_scheme: 2, web_home_view: 'recent' }),
      )
      const changed = (property: string, value: unknown) => ({ type: 'user_settings', op: 'update', property, value })
      expect(told).toMatchObject({ Olivia: [], Gus: [] })
      expect(told['Ann']).toHaveLength(3)
      for (const event of [
        changed('enter_sends', false),
        changed('color_scheme', 2),
        changed('web_home_view', 'recent'),
      ])
        expect(told['Ann']).toContainEqual(expect.objectContaining(event))
      expect(await settingsOf(ann)).toMatchObject({ enter_sends: false, color_scheme: 2, web_home_view: 'recent' })
      expect(await settingsOf(gus)).toMatchObject({ enter_sends: true, color_scheme: 1, web_home_view: 'inbox' })
    })

    test('go back to what they were, and an unchanged one is named in the answer', async () => {
      const body = { result: 'success', msg: '' }
      expect(await send({ web_home_view: 'inbox' })).toEqual(body)
      const stored = server.ctx.database.db.selectFrom('account').select('settings').where('id', '=', ann.id)
      expect((await stored.executeTakeFirstOrThrow()).settings).not.toHaveProperty('web_home_view')
      const answer = await send({ enter_sends: 'false', color_scheme: '3', dense_mode: 'true', full_name: 'Ann' })
      const ignored_parameters_unsupported = ['dense_mode', 'enter_sends', 'full_name']
      expect(answer).toEqual({ ...body, ignored_parameters_unsupported })
    })

    test.each(['/settings/display', '/settings/notifications'])('are changed under %s too', async (path) => {
      const call = path.endsWith('display') ? endpoints.updateDisplaySettings : endpoints.updateNotificationSettings
      await ann.client.call(call, { user_list_style: path.endsWith('display') ? 1 : 2 })
      expect((await settingsOf(ann)).user_list_style).toBe(path.endsWith('display') ? 1 : 2)
    })

    test('tell the language by its own name', async () => {
      const told = await explains(everyone(), () => set({ default_language: 'de' }))
      expect(told['Ann']).toMatchObject([{ property: 'default_language', value: 'de', language_name: 'Deutsch' }])
    })

    test('are not for bots', async () => {
      const robin = await bot(server, 'Robin', ann)
      const { updateSettings, updateDisplaySettings, updateNotificationSettings } = endpoints
      for (const call of [updateSettings, updateDisplaySettings, updateNotificationSettings])
        await refused(robin.client.call(call, {}), 'This endpoint does not accept bot requests.')
    })

    const LISTED = 'Value error, Not in the list of possible values'
    test.each([
      [{ enter_sends: '1' }, 'enter_sends is not a boolean'],
      [{ enter_sends: 'yes' }, 'enter_sends is not valid JSON'],
      [{ color_scheme: '4' }, `Invalid color_scheme: ${LISTED}`],
      [{ color_scheme: '"2"' }, 'color_scheme is not an integer'],
      [{ web_home_view: 'moon' }, `Invalid web_home_view: ${LISTED}`],
      [{ emojiset: 'apple' }, `Invalid emojiset: ${LISTED}`],
      [{ demote_inactive_streams: '0' }, `Invalid demote_inactive_streams: ${LISTED}`],
      [{ web_animate_image_previews: 'often' }, `Invalid web_animate_image_previews: ${LISTED}`],
      [{ desktop_icon_count_display: '5' }, `Invalid desktop_icon_count_display: ${LISTED}`],
      [{ web_channel_default_view: '3' }, `Invalid web_channel_default_view: ${LISTED}`],
      [{ resolved_topic_notice_auto_read_policy: 'x' }, 'Invalid resolved_topic_notice_auto_read_policy'],
      [{ default_language: 'xx' }, 'Invalid default_language'],
      [{ notification_sound: 'bang' }, "Invalid notification sound 'bang'"],
      [{ email_notifications_batching_period_seconds: '0' }, 'Invalid email batching period: 0 seconds'],
      [{ email_notifications_batching_period_seconds: '604801' }, 'Invalid email batching period: 604801 seconds'],
      [{ timezone: 'Mars/Olympus' }, 'Invalid timezone: Value error, Not a recognized time zone'],
      [{ timezone: '+01:00' }, 'Invalid timezone: Value error, Not a recognized time zone'],
      [{ timezone: '' }, 'Invalid timezone: Value error, Not a recognized time zone'],
    ])('are not %o', async (fields: Record<string, string>, msg) => {
      expect(await send(fields)).toMatchObject({ result: 'error', code: 'BAD_REQUEST', msg })
    })

    test('are all changed or none', async () => {
      await refused(set({ enter_sends: true, full_name: '' }), 'Name must not be empty!')
      expect((await settingsOf(ann)).enter_sends).toBe(false)
    })
  })

  describe('with consequences', () => {
    test('switching off the synchronization of drafts deletes them', async () => {
      const bea = await server.person('Bea')
      const draft = { type: '' as const, to: [], topic: '', content: 'Later' }
      const { ids } = await bea.client.call(endpoints.createDrafts, { drafts: [draft, draft] })
      const watchers = { Bea: bea.client, Ann: ann.client }
      const told = await explains(watchers, () => set({ enable_drafts_synchronization: false }, bea))
      const removed = ids.map((draft_id) => ({ type: 'drafts', op: 'remove', draft_id }))
      expect(told['Bea']).toMatchObject([{ property: 'enable_drafts_synchronization', value: false }, ...removed])
      expect(told['Ann']).toEqual([])
      await set({ enable_drafts_synchronization: true }, bea)
      expect((await bea.client.call(endpoints.getDrafts, {})).drafts).toEqual([])
      await bea.client.call(endpoints.createDrafts, { drafts: [draft] })
      const target_users = { user_ids: [bea.id, ann.id], skip_if_already_edited: false }
      const byAda = await explains(watchers, () => set({ target_users, enable_drafts_synchronization: false }, ada))
      expect(byAda['Bea']).toMatchObject([{ type: 'user_settings' }, { type: 'drafts', op: 'remove' }])
      await set({ target_users, enable_drafts_synchronization: true }, ada)
    })

    test('presence_enabled makes the person away, and present again', async () => {
      const eve = await server.person('Zoe')
      const watchers = { Eve: eve.client, Gus: gus.client }
      await eve.client.call(endpoints.updatePresence, { status: 'active' })
      const exceptions = { presence_last_update_id: 'clients learn the number when they ask' }
      const away = { type: 'user_status', user_id: eve.id, away: true }
      const left = await explains(watchers, () => set({ presence_enabled: false }, eve), exceptions)
      expect(left['Eve']).toMatchObject([{ property: 'presence_enabled', value: false }, away, { type: 'presence' }])
      expect(left['Gus']).toMatchObject([away, { type: 'presence' }])
      const seen = () => ada.client.call(endpoints.getUserPresence, { user_id_or_email: `${eve.id}` })
      expect(await seen()).toMatchObject({ presence: { aggregated: { status: 'offline' } } })
      expect((await explains(watchers, () => set({ presence_enabled: false }, eve)))['Gus']).toEqual([])
      const back = await explains(watchers, () => set({ presence_enabled: true }, eve), exceptions)
      expect(back['Gus']).toMatchObject([{ ...away, away: false }, { type: 'presence' }])
      expect(await seen()).toMatchObject({ presence: { aggregated: { status: 'active' } } })
    })
  })

  describe('the time zone', () => {
    test.each([
      ['UTC', 'Etc/UTC'],
      ['Asia/Calcutta', 'Asia/Kolkata'],
      ['US/Pacific', 'America/Los_Angeles'],
      ['Europe/Paris', 'Europe/Paris'],
    ])('%s is %s, for all to see', async (sent, timezone) => {
      const told = await explains(everyone(), () => set({ timezone: sent }))
      expect(told['Gus']).toMatchObject([
        { type: 'realm_user', person: { user_id: ann.id, email: ann.apiEmail, timezone } },
      ])
      expect((await settingsOf(ann)).timezone).toBe(timezone)
    })
  })

  describe('who sees the address', () => {
    test('gets an event with it, and those who lose it get one too', async () => {
      await changeAccount(server, ann.id, { avatar_source: 'G' })
      const told = await explains(everyone(), () => set({ email_address_visibility: 1 }))
      expect(told['Gus']).toMatchObject([
        { person: { delivery_email: ann.email } },
        { person: { new_email: ann.email } },
        { person: { avatar_source: 'G' } },
      ])
      const hidden = await explains(everyone(), () => set({ email_address_visibility: 4 }))
      expect(hidden['Olivia']).toMatchObject([
        { person: { delivery_email: null } },
        { person: { new_email: ann.apiEmail } },
        { person: { avatar_source: 'G' } },
      ])
      for (const email_address_visibility of [2, 5, 3] as const)
        await explains(everyone(), () => set({ email_address_visibility }))
    })
  })

  describe('the name', () => {
    test('is changed, unless the organization forbids it', async () => {
      await explains(everyone(), () => set({ full_name: 'Anna' }))
      await changeRealm(server, { name_changes_disabled: true })
      await set({ full_name: 'Annette' })
      const nia = await server.person('Nia')
      const answer = await send({ full_name: 'Nina' }, '/settings', nia)
      expect(answer).toMatchObject({ ignored_parameters_unsupported: ['full_name'] })
      expect(server.realm.users.get(nia.id)!.hasEditedSettings).toBe(false)
      await set({ full_name: 'Adele' }, ada)
      expect((await ann.client.call(endpoints.getOwnUser, {})).full_name).toBe('Anna')
      expect((await ada.client.call(endpoints.getOwnUser, {})).full_name).toBe('Adele')
      await changeRealm(server, { name_changes_disabled: false })
      await set({ full_name: 'Ann' })
    })
  })

  describe('the password', () => {
    test('is changed by those who know it', async () => {
      const next = 'nine purple otters sing'
      await refused(set({ old_password: 'wrong', new_password: next }), 'Wrong password!')
      await refused(set({ new_password: next }), 'Wrong password!')
      await refused(set({ old_password: PASSWORD, new_password: 'short' }), 'New password is too weak!')
      await set({ old_password: PASSWORD, new_password: next })
      const enter = (password: string) => ann.client.call(endpoints.fetchApiKey, { username: ann.email, password })
      expect((await enter(next)).user_id).toBe(ann.id)
      const code = 'AUTHENTICATION_FAILED'
      await refused(enter(PASSWORD), 'Your username or password is incorrect', { code })
    })

    test('is not guessed without end', async () => {
      const bob = await server.person('Bob')
      const guess = () => set({ old_password: 'wrong', new_password: 'nine purple otters sing' }, bob)
      for (let tries = 0; tries < 5; tries += 1) await refused(guess(), 'Wrong password!')
      await expect(guess()).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 })
    })
  })

  describe('the address', () => {
    const pending = () => server.ctx.database.db.selectFrom('email_change').selectAll().orderBy('id', 'desc').execute()
    const confirm = (token: string) =>
      server.ctx.transact(server.realm.id, (tx) => confirmEmailChange(tx, server.ctx.secret, token))

    test('changes when the new one is confirmed', async () => {
      const cid = await server.person('Cid')
      await set({ email: ' cid@example.net ' }, cid)
      expect((await cid.client.call(endpoints.getOwnUser, {})).delivery_email).toBe('cid@example.org')
      const [first] = await pending()
      expect(first).toMatchObject({ user_id: cid.id, new_email: 'cid@example.net', is_open: true })
      await set({ email: 'cid@example.com' }, cid)
      const [second] = await pending()
      const tokenOf = (row: typeof first) => server.ctx.secret.unsealKey(row!.token_sealed)
      expect(await confirm(tokenOf(first))).toBeUndefined()
      const told = await explains(everyone(), () => confirm(tokenOf(second)))
      expect(told['Olivia']).toMatchObject([{ person: { user_id: cid.id, delivery_email: 'cid@example.com' } }])
      expect(await confirm(tokenOf(second))).toBeUndefined()
      const client = server.clientFor(server.realm.users.get(cid.id)!)
      const again = set({ email: 'cid@example.edu' }, { client })
      await expect(again).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 })
    })

    test('changes so often at most, and then the answer says how long to wait', async () => {
      const iva = await server.person('Iva')
      const ask = (email: string) =>
        fetch(`${server.url}/api/v1/settings`, {
          method: 'PATCH',
          headers: { authorization: `Basic ${btoa(`${iva.email}:${iva.apiKey}`)}` },
          body: new URLSearchParams({ email }),
        })
      for (const host of ['net', 'com']) expect((await ask(`iva@example.${host}`)).status).toBe(200)
      const answer = await ask('iva@example.edu')
      const { 'retry-after': seconds } = (await answer.json()) as { 'retry-after': number }
      expect(seconds).toBeGreaterThan(3_500)
      expect(answer.headers.get('retry-after')).toBe(`${Math.ceil(seconds)}`)
      const asked = server.database.db.selectFrom('email_change').select('at').where('user_id', '=', iva.id)
      const [first] = await asked.orderBy('at').execute()
      const told = ['limit', 'remaining', 'reset'].map((name) => answer.headers.get(`x-ratelimit-${name}`))
      expect(told).toEqual(['2', '0', `${first!.at + 3_600}`])
    })

    test('is refused where it is taken, invalid or not to be changed', async () => {
      await refused(set({ email: 'gus@example.org' }), 'Email is already in use.')
      await refused(set({ email: 'nobody' }), 'Invalid email address.')
      const disposable = 'Disposable email addresses are not allowed in this organization'
      await refused(set({ email: 'ann@mailinator.com' }), disposable)
      await changeRealm(server, { email_changes_disabled: true })
      const msg = 'Email address changes are disabled in this organization.'
      await refused(set({ email: 'ann@example.net' }), msg)
      await set({ email: 'ada@example.net' }, ada)
      await changeRealm(server, { email_changes_disabled: false })
    })
  })

  describe('of others', () => {
    const target = (...people: Person[]) => ({ user_ids: people.map(({ id }) => id), skip_if_already_edited: false })

    test('are changed by administrators, by person and by group', async () => {
      const dan = await server.person('Dan')
      const members = server.realm.groups.system('role:everyone').id
      await changeAccount(server, dan.id, { role: 600 })
      const told = await explains({ ...everyone(), Dan: dan.client }, () =>
        set({ target_users: { group_ids: [members], ...target(dan) }, high_contrast_mode: true }, ada),
      )
      expect(told['Dan']).toMatchObject([{ property: 'high_contrast_mode', value: true }])
      expect(told['Gus']).toHaveLength(1)
      expect((await settingsOf(ann)).high_contrast_mode).toBe(true)
    })

    test('are left as they are where people have set them themselves', async () => {
      const [eve, fay] = [await server.person('Eve'), await server.person('Fay')]
      await set({ starred_message_counts: false }, eve)
      const target_users = { ...target(eve, fay), skip_if_already_edited: true }
      await set({ target_users, fluid_layout_width: true }, ada)
      expect((await settingsOf(eve)).fluid_layout_width).toBe(false)
      expect((await settingsOf(fay)).fluid_layout_width).toBe(true)
      await set({ target_users: target(eve, fay), fluid_layout_width: true }, ada)
      expect((await settingsOf(eve)).fluid_layout_width).toBe(true)
    })

    test('are not changed by others', async () => {
      const msg = 'Must be an organization administrator'
      for (const person of [ann, gus])
        await refused(set({ target_users: target(ann), enter_sends: true }, person), msg, {
          code: 'UNAUTHORIZED_PRINCIPAL',
        })
    })

    test.each([
      { email: 'x@example.org' },
      { new_password: PASSWORD, old_password: PASSWORD },
      { full_name: 'Nobody' },
      { timezone: 'Europe/Paris' },
      { email_address_visibility: 1 },
      { presence_enabled: false },
      { send_private_typing_notifications: false },
      { send_stream_typing_notifications: false },
      { send_read_receipts: false },
      { enable_digest_emails: false },
      { enable_login_emails: false },
      { enable_marketing_emails: false },
      { allow_private_data_export: true },
    ] as Settings[])('are not %o', async (settings) => {
      const call = set({ target_users: target(ann), ...settings }, ada)
      await refused(call, 'Cannot change this setting for other users.')
    })

    test('need people who are there', async () => {
      const change = (target_users: Settings['target_users']) => set({ target_users, enter_sends: true }, ada)
      const none = 'Either user_ids or group_ids must be provided.'
      await refused(change({ skip_if_already_edited: false }), none)
      await refused(change({ user_ids: [99_999], skip_if_already_edited: false }), 'Invalid user ID: 99999')
      const robin = await bot(server, 'Rob', ann)
      await refused(change(target(robin)), `Invalid user ID: ${robin.id}`)
      await refused(change({ group_ids: [99_999], skip_if_already_edited: false }), 'Invalid user group ID: 99999')
      expect(await send({ target_users: `{"user_ids":[${ann.id}]}` }, '/settings', ada)).toMatchObject({
        msg: 'target_users["skip_if_already_edited"] field is missing: Field required',
      })
    })
  })
})
