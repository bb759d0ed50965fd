import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import type { Client } from '../../../../client/client.ts'
import { breaches } from '../../../../test/breaches.ts'
import { type Person, startTestServer, type TestServer } from '../../../../test/harness.ts'
import {
  received,
  writeZulip,
  zulipMessage,
  zulipMessages,
  zulipTables,
} from '../../../../test/imports/zulip-archive.ts'
import { ImportReport } from '../report.ts'
import { runImport } from '../run-import.ts'
import { openZulip } from './open-zulip.ts'

const { getMessages, registerQueue } = endpoints

describe('an import from a Zulip server', () => {
  let server: TestServer
  let ann: Person
  let folder: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-zulip-'))
    server = await startTestServer()
    ann = await server.person('Ann')
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const run = async (path = folder) => {
    const report = new ImportReport()
    const source = await openZulip(path, { report, fetchFiles: false })
    try {
      const added = await runImport(server.ctx, { realmId: server.realm.id, source, report })
      return { added: Object.fromEntries(added), report }
    } finally {
      await source.close()
    }
  }
  const messagesOf = async (client: Client, isHtml = false) =>
    (
      await client.call(getMessages, {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        apply_markdown: isHtml,
        allow_empty_topic_name: true,
      })
    ).messages
  const named = (name: string) => server.realm.usersNamed(name)[0]!

  test('brings everything that we can express', async () => {
    await writeZulip(folder)
    const { added, report } = await run()
    expect(added).toEqual({
      'profile fields': 1,
      'people found by email': 1,
      people: 3,
      bots: 1,
      groups: 2,
      'custom emoji': 1,
      linkifiers: 1,
      'channel folders': 1,
      channels: 4,
      subscriptions: 8,
      files: 1,
      messages: 9,
      reactions: 2,
      'topic policies': 1,
      'muted people': 1,
      'lists of alert words': 1,
      snippets: 1,
      'scheduled messages': 1,
    })
    expect(Object.fromEntries(report.left)).toEqual({
      linkifiers: 1,
      'reactions with unknown emoji': 1,
      'personal statuses': 1,
    })
    expect(report.skipped).toEqual([
      { where: 'messages-000002.json, message 1010', why: 'its recipient is not there' },
      { where: 'messages-000002.json, message 1011', why: 'the message has no id, sender, time or text' },
    ])
    expect(await breaches(server)).toEqual([])

    const [bob, olga] = [named('Bob'), named('Olga')]
    expect([bob.role, olga.role, olga.isImportedStub, named('Gone').isActive]).toEqual([300, 100, true, false])
    expect([olga.avatarSource, bob.settings.twenty_four_hour_time]).toEqual(['U', true])
    const all = await messagesOf(ann.client)
    const first = all.find(({ content }) => content.startsWith('Hello'))!
    const shown = all.map(({ content, subject, sender_full_name, flags }) => [
      sender_full_name,
      subject,
      content,
      flags,
    ])
    const beds = server.realm.channelByName('beds')!
    expect(shown.slice(-8)).toEqual([
      [
        'Olga',
        'roses',
        `Hello @**Ann|${ann.id}**, @**Bob|${bob.id}** and @*gardeners*`,
        ['read', 'starred', 'mentioned'],
      ],
      [
        'Bob',
        'roses',
        expect.stringMatching(/^Minutes: \[minutes\.txt\]\(\/user_uploads\/1\/[0-9a-f]{40}\/minutes\.txt\)/),
        [],
      ],
      [
        'Rain Bot',
        'roses',
        `See #**beds>roses@${first.id}**, [there](${server.ctx.config.url}/#narrow/channel/${beds.id}-beds/topic/roses/near/${first.id}) and #**beds>roses**`,
        [],
      ],
      ['Ann', '', '`@**Bob|12**` stays\n```\n@**Bob|12**\n```', ['read']],
      ['Bob', 'plans', 'after Ann came', ['read']],
      ['Bob', '', 'to Ann alone', []],
      ['Ann', '', 'to all of us', ['read']],
      ['Notification Bot', 'roses', 'from the server itself', ['read']],
    ])
    expect(first.edit_history).toMatchObject([
      { prev_topic: 'tulips', topic: 'roses', user_id: olga.id },
      { prev_content: 'Hallo', user_id: olga.id },
    ])
    expect(first.reactions.map(({ emoji_name, user_id }) => [emoji_name, user_id])).toEqual([
      ['tada', ann.id],
      ['rose', bob.id],
    ])
    const html = (await messagesOf(ann.client, true)).find(({ content }) => content.includes('Minutes'))!.content
    expect(html).toContain('href="https://tickets.example.com/12"')
    expect(html).toContain('alt=":rose:"')
    const file = await fetch(server.url + /href="(\/user_uploads\/[^"]+)"/.exec(html)![1]!, {
      headers: { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` },
    })
    expect(await file.text()).toBe('What we said.\n')
    // Olga has left the private channel, and with it what she had received.
    const asOlga = (await messagesOf(server.clientFor(olga))).map(({ content }) => content)
    expect(asOlga.filter((content) => content.endsWith('Ann came'))).toEqual([])
    expect(asOlga).toContain('from the server itself')
    const state = await ann.client.call(registerQueue, {})
    expect(state.muted_users).toMatchObject([{ id: olga.id }])
    expect(state.alert_words).toEqual(['thorn'])
    expect(state.saved_snippets).toMatchObject([{ title: 'Thanks' }])
    expect(state.scheduled_messages).toMatchObject([{ topic: 'later', content: `See you @**Bob|${bob.id}**` }])
    expect(state.subscriptions?.find(({ name }) => name === 'general (imported)')).toMatchObject({
      is_muted: true,
      pin_to_top: true,
      color: '#abcdef',
      desktop_notifications: false,
    })
    expect(server.realm.groups.named('gardeners')).toMatchObject({
      members: [ann.id],
      subgroups: [server.realm.groups.named('keepers')!.id],
    })
    const secret = server.realm.channelByName('secret')!
    expect(secret.groupSettings).toMatchObject({
      can_administer_channel_group: server.realm.groups.named('keepers')!.id,
      can_add_subscribers_group: {
        direct_members: [bob.id],
        direct_subgroups: [server.realm.groups.named('gardeners')!.id],
      },
    })
    expect(server.realm.channelEverNamed('old beds')).toMatchObject({ isArchived: true })
    expect(bob.profile).toMatchObject({
      [server.realm.records.profileField.find('name', 'Tools')!.id]: { value: 'spade' },
    })
  })

  test('twice is once, and a later export adds what is new', async () => {
    await writeZulip(folder)
    await run()
    const before = await messagesOf(ann.client)
    expect((await run()).added).toEqual({ messages: 0 })
    expect(await messagesOf(ann.client)).toEqual(before)
    const tables = zulipTables()
    const messages = zulipMessages()
    tables['zerver_reaction']!.push({
      id: 9,
      message: 1007,
      user_profile: 11,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    })
    messages.push({
      zerver_message: [zulipMessage(1012, 12, 30, 'and later'), zulipMessage(1013, 12, 40, 'alone again')],
      zerver_usermessage: [...received(1012, [11, 0], [12, 1]), ...received(1013, [11, 1], [12, 1])],
    })
    await writeZulip(folder, { tables, messages })
    expect((await run()).added).toEqual({ messages: 2, reactions: 1 })
    const after = await messagesOf(ann.client)
    expect(after.slice(before.length).map(({ content, flags }) => [content, flags])).toEqual([
      ['and later', []],
      ['alone again', ['read']],
    ])
    expect(after.find(({ content }) => content === 'to Ann alone')!.reactions).toMatchObject([{ emoji_name: 'tada' }])
    expect(await breaches(server)).toEqual([])
  })

  test('skips a damaged file of messages, and refuses a damaged realm.json', async () => {
    await writeZulip(folder)
    writeFileSync(join(folder, 'messages-000001.json'), '{"zerver_message": [{')
    const { added, report } = await run()
    expect(added['messages']).toBe(5)
    expect(report.skipped).toContainEqual({ where: 'messages-000001.json', why: 'the file is damaged' })
    writeFileSync(join(folder, 'realm.json'), '{"zerver_realm": [')
    await expect(run()).rejects.toThrow(`realm.json in ${folder} is damaged: make the export again.`)
  })

  test('never reads outside of the archive', async () => {
    await writeZulip(folder)
    const attachment = { id: 71, file_name: 'passwd', path_id: '../../../etc/passwd', owner: 12, size: 1 }
    writeFileSync(join(folder, 'attachment.json'), JSON.stringify({ zerver_attachment: [attachment] }))
    const messages = [
      {
        zerver_message: [zulipMessage(1001, 12, 30, '[x](/user_uploads/../../../etc/passwd)')],
        zerver_usermessage: [],
      },
    ]
    await writeZulip(folder, { messages })
    writeFileSync(join(folder, 'attachment.json'), JSON.stringify({ zerver_attachment: [attachment] }))
    const { report } = await run()
    expect(Object.fromEntries(report.left)).toMatchObject({ 'files that the archive does not contain': 1 })
    symlinkSync('/etc/hostname', join(folder, 'messages-000009.json'))
    expect((await run()).added).toEqual({ messages: 0 })
  })
})
