import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Event } from '../../../api/events/index.ts'
import type { ExportType } from '../../../api/objects/realm-export.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { unpack } from '../../../test/outside/unpack-archive.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { task } from '../../kernel/jobs/task.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { requireSmallRealm } from './access.ts'
import { expireExports } from './expire-exports.ts'
import { exportWork } from './request-export.ts'
import { runExport } from './run-export.ts'

const { exportRealm, getRealmExports, deleteRealmExport, getRealmExportConsents, sendMessage, subscribe } = endpoints
const DAY = 86_400

describe('exports', () => {
  const clock = new TestClock()
  const { server, ada, ann, bob, cleo } = useServer({
    administrators: ['ada'],
    members: ['ann'],
    outsiders: ['bob', 'cleo'],
    channel: 'garden',
    clock,
    env: { PARLEY_OWNER_FULL_EXPORTS: 'on' },
  })
  let archives: Record<ExportType, Map<string, Buffer>>

  const ask = (export_type?: ExportType, by = ada.client) => by.call(exportRealm, { export_type })
  const list = async () => (await ada.client.call(getRealmExports, {})).exports
  const find = async (id: number) => (await list()).find((one) => one.id === id)!
  const say = (from: Person, to: number[], content: string) =>
    from.client.call(sendMessage, { type: 'direct', to: JSON.stringify(to), content })
  const post = (from: Person, channel: string, content: string) =>
    from.client.call(sendMessage, { type: 'channel', to: JSON.stringify(channel), topic: 'plans', content })
  const download = (url: string, person?: Person) =>
    fetch(server.url + new URL(url).pathname, {
      headers: person ? { authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}` } : {},
    })
  const rows = <Row>(files: Map<string, Buffer>, table: string): Row[] =>
    [...files].flatMap(([name, bytes]) => (name.startsWith(`${table}-`) ? (JSON.parse(`${bytes}`) as Row[]) : []))
  const contents = (files: Map<string, Buffer>) =>
    rows<{ content: string }>(files, 'messages').map(({ content }) => content)
  /** Exports of earlier tests would count against the limit. */
  const newWeek = () => clock.pass(8 * DAY)

  async function makeArchive(type: ExportType, by = ada.client): Promise<Map<string, Buffer>> {
    newWeek()
    const { id } = await ask(type, by)
    await server.runJobs()
    const { export_url: url } = await find(id)
    const response = await fetch(server.url + new URL(url!).pathname, {
      headers: { authorization: `Basic ${btoa(`${server.owner.options.email}:${server.owner.options.apiKey}`)}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="parley-export-${id}.tar.gz"`)
    return unpack(Buffer.from(await response.arrayBuffer()))
  }

  beforeAll(async () => {
    const make = (person: Person, name: string, others: Person[], history: boolean) =>
      person.client.call(subscribe, {
        subscriptions: [{ name }],
        principals: [person.id, ...others.map(({ id }) => id)],
        invite_only: true,
        history_public_to_subscribers: history,
      })
    await make(ann, 'shared history', [bob], true)
    await make(bob, 'late', [cleo], false)
    await make(bob, 'closed', [cleo], true)
    // Ann consents.
    await ann.client.call(endpoints.updateSettings, { allow_private_data_export: true })
    const upload = (person: Person, filename: string) =>
      person.client.call(endpoints.uploadFile, {
        filename: { filename, type: 'text/plain', bytes: Buffer.from(`bytes of ${filename}`) },
      })
    const { url: open } = await upload(ann, 'open.txt')
    const { url: hidden } = await upload(bob, 'hidden.txt')
    const { message } = { message: await post(ann, 'garden', `public: [open.txt](${open})`) }
    await bob.client.call(endpoints.addReaction, { message_id: message.id, emoji_name: 'tada' })
    await post(bob, 'shared history', 'before Ann read it')
    await post(bob, 'late', 'before Ann came')
    await bob.client.call(subscribe, { subscriptions: [{ name: 'late' }], principals: [ann.id] })
    await post(bob, 'late', 'after Ann came')
    await post(bob, 'closed', `among others: [hidden.txt](${hidden})`)
    await say(bob, [ann.id], 'direct to Ann')
    await say(bob, [cleo.id], 'direct to Cleo')
    archives = {
      public: await makeArchive('public'),
      full_with_consent: await makeArchive('full_with_consent'),
      full_without_consent: await makeArchive('full_without_consent', server.owner),
    }
  })

  describe('contain', () => {
    const OPEN = 'public: [open.txt]'
    const OWN = ['before Ann read it', 'after Ann came', 'direct to Ann']
    const OTHERS = ['before Ann came', 'among others: [hidden.txt]', 'direct to Cleo']
    const has = (type: ExportType, text: string) => contents(archives[type]).some((one) => one.startsWith(text))
    const channelsOf = (type: ExportType) => rows<{ name: string }>(archives[type], 'channels').map(({ name }) => name)

    test('only public channels, if they are public', () => {
      expect(has('public', OPEN)).toBe(true)
      for (const text of [...OWN, ...OTHERS]) expect(has('public', text)).toBe(false)
      for (const name of ['shared history', 'late', 'closed']) expect(channelsOf('public')).not.toContain(name)
      expect(channelsOf('public')).toContain('garden')
    })

    test('also what people with allow_private_data_export can read', () => {
      for (const text of [OPEN, ...OWN]) expect(has('full_with_consent', text)).toBe(true)
      for (const text of OTHERS) expect(has('full_with_consent', text)).toBe(false)
      const names = channelsOf('full_with_consent')
      expect(names).toEqual(expect.arrayContaining(['garden', 'shared history', 'late']))
      expect(names).not.toContain('closed')
    })

    test('everything, without consent', () => {
      for (const text of [OPEN, ...OWN, ...OTHERS]) expect(has('full_without_consent', text)).toBe(true)
      expect(channelsOf('full_without_consent')).toContain('closed')
    })

    test('subscriptions of their channels only', () => {
      const { channels } = server.realm
      const closed = [...channels.values()].find(({ name }) => name === 'closed')!.id
      const subscribed = (type: ExportType) =>
        rows<{ channel_id: number; user_id: number }>(archives[type], 'subscriptions')
      const isThere = (type: ExportType) => subscribed(type).some(({ channel_id: id }) => id === closed)
      expect([isThere('public'), isThere('full_with_consent'), isThere('full_without_consent')]).toEqual([
        false,
        false,
        true,
      ])
    })

    test('reactions, and files that their messages link to', () => {
      for (const type of ['public', 'full_with_consent'] as const) {
        const files = archives[type]
        expect(rows(files, 'reactions')).toMatchObject([{ user_id: bob.id, emoji_name: 'tada' }])
        const [attachment, ...others] = rows<{ name: string; file: string }>(files, 'attachments')
        expect(attachment!.name).toBe('open.txt')
        expect(others).toEqual([])
        expect(`${files.get(attachment!.file)}`).toBe('bytes of open.txt')
        expect([...files.values()].some((bytes) => bytes.includes('bytes of hidden.txt'))).toBe(false)
      }
      const all = rows<{ name: string }>(archives.full_without_consent, 'attachments').map(({ name }) => name)
      expect(all).toEqual(['open.txt', 'hidden.txt'])
    })

    test('people and groups, with the settings of those who consent', () => {
      interface ExportedUser {
        readonly id: number
        readonly full_name: string
        readonly settings?: object
      }
      const user = (type: ExportType, { id }: Person) =>
        rows<ExportedUser>(archives[type], 'users').find((one) => one.id === id)!
      expect(user('public', ann).full_name).toBe('Ann')
      expect(user('public', ann).settings).toBeUndefined()
      // Everybody starts with the organization's own default of this one.
      const asAll = { enter_sends: true }
      expect(user('full_with_consent', ann).settings).toEqual({ ...asAll, allow_private_data_export: true })
      expect(user('full_with_consent', bob).settings).toBeUndefined()
      expect(user('full_without_consent', bob).settings).toEqual(asAll)
      const groups = rows<{ name: string }>(archives.public, 'groups').map(({ name }) => name)
      expect(groups).toContain('role:owners')
      expect(JSON.parse(`${archives.public.get('organization.json')}`)).toMatchObject({
        format_version: 1,
        export_type: 'public',
        name: server.realm.name,
      })
    })

    test('an address only if its owner consents or administrators may see it', async () => {
      await bob.client.call(endpoints.updateSettings, { email_address_visibility: 4 })
      await ann.client.call(endpoints.updateSettings, { email_address_visibility: 4 })
      const { email } = bob
      const has = (files: Map<string, Buffer>, text: string) => [...files.values()].some((one) => one.includes(text))
      expect(has(archives.public, email)).toBe(true)
      const hidden = await makeArchive('full_with_consent')
      expect(has(hidden, email)).toBe(false)
      expect(has(hidden, ann.email)).toBe(true)
      expect(has(await makeArchive('public'), ann.email)).toBe(false)
      expect(has(await makeArchive('full_without_consent', server.owner), email)).toBe(true)
    })

    test('no key, password hash, session or token of an invitation', async () => {
      await server.owner.call(endpoints.sendInvites, { invitee_emails: 'ida@example.org', stream_ids: [] })
      const files = await makeArchive('full_without_consent', server.owner)
      const all = Buffer.concat([...files.values()]).toString()
      const { db } = server.ctx.database
      const account = db.selectFrom('account').select(['api_key_hash', 'api_key_sealed', 'password_hash'])
      const accounts = await account.where('realm_id', '=', server.realm.id).execute()
      const invitations = await db.selectFrom('invitation').select(['key_hash', 'key_sealed']).execute()
      expect(invitations.length).toBeGreaterThan(0)
      const secrets = [...accounts, ...invitations].flatMap((row) => Object.values(row)).filter((one) => one)
      expect(secrets.filter((secret) => all.includes(secret as string))).toEqual([])
      for (const { apiKey } of [ada, ann, bob]) expect(all).not.toContain(apiKey)
      expect(all).not.toMatch(/api_key|password|session|token/)
    })
  })

  describe('tell', () => {
    const exportsIn = (events: Event[] | undefined) =>
      (events ?? []).flatMap((event) => (event.type === 'realm_export' ? [event.exports.at(-1)] : []))

    test('administrators, and nobody else, what happens to them', async () => {
      newWeek()
      const watchers = { Ada: ada.client, Ann: ann.client }
      let id = 0
      const told = await explains(watchers, async () => {
        ;({ id } = await ask())
        await server.runJobs()
        await ada.client.call(deleteRealmExport, { export_id: id })
      })
      const common = { id, acting_user_id: ada.id, failed_timestamp: null, export_type: 'public' }
      expect(exportsIn(told['Ada'])).toMatchObject([
        { ...common, pending: true, export_url: null, deleted_timestamp: null },
        { ...common, pending: false, export_url: expect.stringContaining('/exports/'), deleted_timestamp: null },
        { ...common, pending: false, export_url: null, deleted_timestamp: expect.any(Number) },
      ])
      expect(told['Ann']).toEqual([])
    })

    test('administrators of a changed consent', async () => {
      const told = await explains({ Ada: ada.client, Bob: bob.client }, () =>
        bob.client.call(endpoints.updateSettings, { allow_private_data_export: true }),
      )
      const consent = { id: expect.any(Number), type: 'realm_export_consent', user_id: bob.id, consented: true }
      expect(told['Ada']).toEqual([consent])
      expect(told['Bob']).toMatchObject([{ type: 'user_settings', property: 'allow_private_data_export', value: true }])
      await bob.client.call(endpoints.updateSettings, { allow_private_data_export: false })
    })
  })

  test('consents are listed for active people', async () => {
    const robot = await bot(server, 'Robot', ann)
    const { export_consents: listed } = await ada.client.call(getRealmExportConsents, {})
    const of = ({ id }: Person) => listed.find(({ user_id: user }) => user === id)
    expect(of(ann)).toEqual({ user_id: ann.id, consented: true, email_address_visibility: 4 })
    expect(of(cleo)).toMatchObject({ consented: false })
    expect(of(robot)).toBeUndefined()
    await changeAccount(server, cleo.id, { is_active: false })
    const after = await ada.client.call(getRealmExportConsents, {})
    expect(after.export_consents.map(({ user_id: id }) => id)).not.toContain(cleo.id)
    await changeAccount(server, cleo.id, { is_active: true })
  })

  test('are for administrators', async () => {
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    const text = 'Must be an organization administrator'
    await refused(ask('public', ann.client), text, refusal)
    await refused(ann.client.call(getRealmExports, {}), text, refusal)
    await refused(ann.client.call(deleteRealmExport, { export_id: 1 }), text, refusal)
    await refused(ann.client.call(getRealmExportConsents, {}), text, refusal)
  })

  test('without consent are for owners, if the operator allows it', async () => {
    await refused(ask('full_without_consent'), 'Insufficient permission')
    const strict = await startTestServer()
    try {
      const call = strict.owner.call(exportRealm, { export_type: 'full_without_consent' })
      await refused(call, 'Insufficient permission')
      const state = await strict.owner.call(endpoints.registerQueue, { fetch_event_types: ['realm'] })
      expect(state.realm_owner_full_content_access).toBe(false)
    } finally {
      await strict.close()
    }
  })

  test('can be downloaded only by those who may have them, until they are deleted', async () => {
    newWeek()
    const { id } = await ask('public')
    const { id: fullId } = await ask('full_without_consent', server.owner)
    await server.runJobs()
    const { export_url: url } = await find(id)
    const { export_url: full } = await find(fullId)
    expect((await download(url!, ada)).status).toBe(200)
    expect((await download(url!, ann)).status).toBe(404)
    expect((await download(url!)).status).toBe(404)
    expect((await download(full!, ada)).status).toBe(404)
    expect((await download(url!.replace(/\/[0-9a-f]{40}\//, `/${'0'.repeat(40)}/`), ada)).status).toBe(404)
    await ada.client.call(deleteRealmExport, { export_id: id })
    expect((await download(url!, ada)).status).toBe(404)
    const token = /\/([0-9a-f]{40})\//.exec(url!)![1]!
    expect(await server.ctx.files.open(`${server.realm.id}/export/${token}`)).toBeNull()
    await refused(ada.client.call(deleteRealmExport, { export_id: id }), 'Export already deleted')
  })

  test('cannot be deleted before they are finished, or where there are none', async () => {
    newWeek()
    const { id } = await ask()
    const remove = (export_id: number) => ada.client.call(deleteRealmExport, { export_id })
    await refused(remove(id), 'Export still in progress')
    await refused(remove(id + 1), 'Invalid data export ID')
    await server.runJobs()
    await remove(id)
  })

  test('are limited to five in seven days, also while others wait', async () => {
    newWeek()
    const waiting = [await ask(), await ask(), await ask(), await ask(), await ask()]
    await refused(ask(), 'Exceeded rate limit.')
    await server.runJobs()
    for (const { id } of waiting) expect(await find(id)).toMatchObject({ pending: false, failed_timestamp: null })
    clock.pass(6 * DAY)
    await refused(ask(), 'Exceeded rate limit.')
    clock.pass(DAY)
    await ask()
    await server.runJobs()
  })

  test('of a large organization are refused', async () => {
    const { db } = server.ctx.database
    const check = (messages: number, bytes: number) =>
      requireSmallRealm(db, server.realm.id, 'operator@example.org', { messages, bytes })
    await check(1_000, 1_000)
    const refusal = { message: 'Please request a manual export from operator@example.org.' }
    await expect(check(3, 1_000)).rejects.toMatchObject(refusal)
    await expect(check(1_000, 3)).rejects.toMatchObject(refusal)
  })

  describe('that are interrupted', () => {
    const archiveFiles = async (state: 'new' | 'claimed') => {
      const files = server.ctx.database.db.selectFrom('stored_file').select('name').where('state', '=', state)
      return (await files.where('name', 'like', '%/export/%').execute()).map(({ name }) => name)
    }
    /** The job as it is, but with another way to save files. */
    const saving = (save: TestServer['ctx']['files']['save'], stop = new AbortController()) =>
      task(exportWork, (context, { realm, payload }) => {
        const { files } = server.ctx
        const other = { save, open: files.open.bind(files), discard: files.discard.bind(files) }
        return runExport({ ...context, files: other }, realm, payload.exportId, stop.signal)
      })

    test('go on after a restart, with one archive', async () => {
      newWeek()
      const { id } = await ask()
      const before = (await archiveFiles('claimed')).length
      const stop = new AbortController()
      const { files } = server.ctx
      const cut: typeof files.save = async (realmId, name) => {
        await server.ctx.database.db
          .insertInto('stored_file')
          .values({ realm_id: realmId, name, created_at: 1 })
          .execute()
        stop.abort()
        throw new Error('the process stops')
      }
      await server.runJobs({ tasks: [saving(cut, stop)], mayFail: true })
      expect(await find(id)).toMatchObject({ pending: true, export_url: null })
      await server.runJobs({ retries: true })
      expect(await find(id)).toMatchObject({ pending: false, failed_timestamp: null })
      expect(await archiveFiles('claimed')).toHaveLength(before + 1)
      await files.sweep()
      expect(await archiveFiles('new')).toEqual([])
    })

    test('fail when the archive cannot be written, and leave nothing', async () => {
      newWeek()
      const { id } = await ask()
      const before = await archiveFiles('claimed')
      await server.runJobs({ tasks: [saving(() => Promise.reject(new Error('expected: no space left')))] })
      expect(await find(id)).toMatchObject({ pending: false, failed_timestamp: expect.any(Number), export_url: null })
      expect(await archiveFiles('claimed')).toEqual(before)
      await refused(ada.client.call(deleteRealmExport, { export_id: id }), 'Export failed, nothing to delete')
    })

    test('fail when the one who asked is no longer an administrator', async () => {
      newWeek()
      const { id } = await ask()
      await changeAccount(server, ada.id, { role: ROLE.member })
      await server.runJobs()
      await changeAccount(server, ada.id, { role: ROLE.administrator })
      expect(await find(id)).toMatchObject({ pending: false, failed_timestamp: expect.any(Number) })
    })
  })

  test('are removed after 90 days, and their entries after 90 more', async () => {
    newWeek()
    const { id } = await ask()
    await server.runJobs()
    const expire = () => expireExports(server.ctx, server.realm.id, new AbortController().signal)
    await expire()
    expect((await find(id)).export_url).not.toBeNull()
    clock.pass(91 * DAY)
    await expire()
    expect(await find(id)).toMatchObject({ export_url: null, deleted_timestamp: expect.any(Number) })
    clock.pass(91 * DAY)
    await expire()
    expect(await list()).toEqual([])
  })
})
