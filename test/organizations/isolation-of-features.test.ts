import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Client } from '../../client/client.ts'
import { resetLink } from '../../server/accounts/password-reset/reset-link.ts'
import { unsubscribeLink } from '../../server/outside/mail/unsubscribe-link.ts'
import { passwordHashOf } from '../../server/people/users/queries.ts'
import { Browser } from '../browser-visit.ts'
import { picture } from '../pictures.ts'
import { refused } from '../refusals.ts'
import { type Neighbours, startNeighbours } from './neighbours.ts'

/** The data of one organization does not exist for another. */
describe('another organization', () => {
  let server: Neighbours['server']
  let here: Neighbours['here']
  let olivia: Neighbours['olivia']
  let ann: Neighbours['ann']
  let neighbour: Neighbours['neighbour']
  let there: Neighbours['there']
  let theirs: Neighbours['theirs']
  let search: Neighbours['search']
  beforeAll(async () => {
    ;({ server, here, olivia, ann, neighbour, there, theirs, search } = await startNeighbours())
  })
  afterAll(() => server.close())

  test('has linkifiers that do not exist for us, and do nothing to our text', async () => {
    const fields = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trac.example.net/{id}' }
    const { id } = await neighbour.call(endpoints.addLinkifier, fields)
    await refused(olivia.call(endpoints.updateLinkifier, { filter_id: id, ...fields }), 'Linkifier not found.')
    await refused(olivia.call(endpoints.removeLinkifier, { filter_id: id }), 'Linkifier not found.')
    const reorder = olivia.call(endpoints.reorderLinkifiers, { ordered_linkifier_ids: [id] })
    await refused(reorder, 'The ordered list must enumerate all existing linkifiers exactly once')
    expect((await olivia.call(endpoints.getLinkifiers, {})).linkifiers).toEqual([])
    const rendered = async (client: Client) => (await client.call(endpoints.renderMessage, { content: '#1' })).rendered
    expect(await rendered(olivia)).toBe('<p>#1</p>')
    expect(await rendered(neighbour)).toContain('https://trac.example.net/1')
    // The same pattern is free to us.
    await olivia.call(endpoints.addLinkifier, fields)
  })

  test('has email domains and playgrounds that do not exist for us', async () => {
    await neighbour.call(endpoints.addRealmDomain, { domain: 'example.net', allow_subdomains: false })
    const theirDomain = { domain: 'example.net', allow_subdomains: true }
    await refused(olivia.call(endpoints.patchRealmDomain, theirDomain), 'No entry found for domain example.net.')
    const removal = olivia.call(endpoints.deleteRealmDomain, { domain: 'example.net' })
    await refused(removal, 'No entry found for domain example.net.')
    expect((await olivia.call(endpoints.getRealmDomains, {})).domains).toEqual([])
    const runner = { name: 'Runner', pygments_language: 'C', url_template: 'https://example.net/{code}' }
    const { id: playground_id } = await neighbour.call(endpoints.addCodePlayground, runner)
    await refused(olivia.call(endpoints.removeCodePlayground, { playground_id }), 'Invalid playground')
    const state = await olivia.call(endpoints.registerQueue, { fetch_event_types: ['realm_playgrounds'] })
    expect(state.realm_playgrounds).toEqual([])
  })

  test('has channels, groups and people that our settings cannot name', async () => {
    const set = (settings: object) => olivia.call(endpoints.updateRealm, settings as never)
    for (const name of ['signup_announcements_stream_id', 'moderation_request_channel_id'])
      await refused(set({ [name]: theirs.channelId }), 'Invalid channel ID')
    const permit = (value: unknown) => set({ can_create_groups: { new: value } })
    await refused(permit(there.groups.system('role:members').id), 'Invalid user group')
    await refused(
      permit({ direct_members: [theirs.userId], direct_subgroups: [] }),
      `Invalid user ID: ${theirs.userId}`,
    )
  })

  test('has exports that do not exist for us, and archives that are not at our address', async () => {
    const { id: export_id } = await neighbour.call(endpoints.exportRealm, {})
    await server.runJobs()
    expect((await olivia.call(endpoints.getRealmExports, {})).exports).toEqual([])
    await refused(olivia.call(endpoints.deleteRealmExport, { export_id }), 'Invalid data export ID')
    const { exports } = await neighbour.call(endpoints.getRealmExports, {})
    const { pathname } = new URL(exports[0]!.export_url!)
    const { email, apiKey } = olivia.options
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    expect((await fetch(`${here}${pathname}`, { headers })).status).toBe(404)
    const { export_consents: consents } = await olivia.call(endpoints.getRealmExportConsents, {})
    expect(consents.map(({ user_id: id }) => id)).not.toContain(theirs.userId)
  })

  test('has settings of its own, and pictures that are not at our address', async () => {
    const queue = await olivia.call(endpoints.registerQueue, { event_types: ['realm'] })
    await neighbour.call(endpoints.updateRealm, { name: 'Over there', default_language: 'de' })
    await neighbour.call(endpoints.updateRealmUserSettingsDefaults, { enter_sends: false })
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    expect((await olivia.call(endpoints.getEvents, poll)).events).toEqual([])
    const ours = { name: 'Test', settings: { default_language: 'en' }, accountDefaults: { enter_sends: true } }
    expect(server.realm.info).toMatchObject(ours)
    const { icon_url } = await neighbour.call(endpoints.getRealmIcon, {})
    expect((await fetch(`${server.url}${icon_url}`)).status).toBe(200)
    expect((await fetch(`${here}${icon_url}`)).status).toBe(404)
  })

  test('has messages that do not exist for us', async () => {
    for (const message_id of [theirs.messageId, theirs.directId]) {
      for (const client of [ann.client, olivia]) {
        await refused(client.call(endpoints.getMessage, { message_id }), 'Invalid message(s)')
        const emoji_name = 'tada'
        await refused(client.call(endpoints.addReaction, { message_id, emoji_name }), 'Invalid message(s)')
        await refused(client.call(endpoints.removeReaction, { message_id, emoji_name }), 'Invalid message(s)')
        const vote = { message_id, msg_type: 'widget', content: '{}' }
        await refused(client.call(endpoints.addSubmessage, vote), 'Invalid message(s)')
        const flag = { messages: [message_id], op: 'add', flag: 'starred' }
        await refused(client.call(endpoints.updateMessageFlags, flag), 'Invalid message(s)')
      }
    }
    const message_ids = [theirs.messageId, theirs.directId]
    expect((await olivia.call(endpoints.getMessages, { message_ids })).messages).toEqual([])
    expect((await search('id', theirs.messageId)).messages).toEqual([])
    expect((await search('channels', 'public')).messages).toEqual([])
  })

  test('has messages and topics that our search does not find, nor do links with them', async () => {
    const say = { type: 'channel', topic: 'Marzipan', content: 'Nougat' } as const
    await neighbour.call(endpoints.sendMessage, { ...say, to: 'kitchen' })
    for (const word of ['nougat', 'marzipan', '"marzipan"']) expect((await search('search', word)).messages).toEqual([])
    await refused(search('with', theirs.messageId), "Invalid narrow operator: Invalid 'with' operator", {
      code: 'BAD_NARROW',
    })
    await refused(search('mentions', theirs.userId), `Invalid narrow operator: unknown user ${theirs.userId}`, {
      code: 'BAD_NARROW',
    })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'pantry' }] })
    const own = await ann.client.call(endpoints.sendMessage, { ...say, to: 'pantry' })
    for (const word of ['nougat', 'marzipan'])
      expect((await search('search', word)).messages.map(({ id }) => id)).toEqual([own.id])
  })

  test('has people whose presence, status and bots do not exist for us', async () => {
    await neighbour.call(endpoints.updatePresence, { status: 'active' })
    await neighbour.call(endpoints.updateStatus, { status_text: 'cooking' })
    const bot = { full_name: 'Oven', short_name: 'oven' }
    const { user_id: bot_id } = await neighbour.call(endpoints.createBot, bot)
    const user = { user_id: theirs.userId }
    const absent = 'No such user'
    await refused(olivia.call(endpoints.getUserPresence, { user_id_or_email: `${theirs.userId}` }), absent)
    await refused(olivia.call(endpoints.getUserPresence, { user_id_or_email: 'nora@example.net' }), absent)
    await refused(olivia.call(endpoints.getUserStatus, user), absent)
    await refused(olivia.call(endpoints.updateStatusForUser, { ...user, status_text: 'x' }), absent)
    await refused(olivia.call(endpoints.muteUser, { muted_user_id: theirs.userId }), absent)
    await refused(olivia.call(endpoints.getBotApiKey, { bot_id }), 'No such bot')
    await refused(olivia.call(endpoints.updateBot, { bot_id, full_name: 'Mine' }), 'No such bot')
    await refused(olivia.call(endpoints.deactivateBot, { bot_id }), 'No such bot')
    expect((await olivia.call(endpoints.getPresence, {})).presences).toEqual({})
    const state = await olivia.call(endpoints.registerQueue, {})
    expect([state.presences, state.user_status, state.realm_bots]).toEqual([{}, {}, []])
    expect(state.presence_last_update_id).toBe(-1)
    await olivia.call(endpoints.createBot, bot)
  })

  test('has sessions that do not exist for us, and cookies that do not count here', async () => {
    const next = new Browser(server)
    await next.signIn('nora@example.net', 'correct horse battery staple')
    expect((await next.json('GET', '/users/me')).status).toBe(200)
    const [session] = (await neighbour.call(endpoints.getSessions, {})).sessions
    const missing = { status: 404 }
    await refused(olivia.call(endpoints.endSession, { session_id: session!.id }), 'Session does not exist', missing)
    expect((await olivia.call(endpoints.getSessions, {})).sessions).toEqual([])
    const ours = new Browser({ url: here })
    for (const [name, value] of next.cookies) ours.cookies.set(name, value)
    expect((await ours.json('GET', '/users/me')).status).toBe(401)
    expect((await next.json('GET', '/users/me')).status).toBe(200)
  })

  test('has devices and push tokens that do not exist for us', async () => {
    const { device_id } = await neighbour.call(endpoints.registerClientDevice, {})
    await neighbour.call(endpoints.addFcmToken, { token: 'shared' })
    await refused(olivia.call(endpoints.removeClientDevice, { device_id }), 'Invalid device_id')
    await refused(olivia.call(endpoints.removeFcmToken, { token: 'shared' }), 'Token does not exist')
    const devicesFor = async (client: Client) =>
      (await client.call(endpoints.registerQueue, { fetch_event_types: ['device'] })).devices
    expect(await devicesFor(olivia)).toEqual({})
    expect(Object.keys((await devicesFor(neighbour))!)).toEqual([`${device_id}`])
    // The same token can be ours too.
    await olivia.call(endpoints.addFcmToken, { token: 'shared' })
    await olivia.call(endpoints.removeFcmToken, { token: 'shared' })
    await neighbour.call(endpoints.removeFcmToken, { token: 'shared' })
  })

  test('has links in its mails that do not work at our address', async () => {
    const { secret } = server.ctx
    const theirOwner = there.users.get(theirs.userId)!
    const hash = await passwordHashOf(server.database.db, theirs.userId)
    const links = [
      resetLink(secret, '', theirOwner, hash, there.now),
      unsubscribeLink(secret, '', theirs.userId, 'missed'),
    ]
    for (const link of links) {
      expect((await new Browser({ url: here }).request(link)).status).toBe(404)
      expect((await new Browser(server).request(link)).status).toBe(200)
    }
  })

  test('has custom emoji that do not exist for us', async () => {
    const bytes = await picture()
    const filename = { filename: 'a.png', type: 'image/png', bytes }
    await neighbour.call(endpoints.uploadCustomEmoji, { emoji_name: 'next_door', filename })
    const [emoji] = Object.values((await neighbour.call(endpoints.getCustomEmoji, {})).emoji)
    expect((await olivia.call(endpoints.getCustomEmoji, {})).emoji).toEqual({})
    const missing = { status: 404 }
    const remove = olivia.call(endpoints.deactivateCustomEmoji, { emoji_name: 'next_door' })
    await refused(remove, "Emoji 'next_door' does not exist", missing)
    const say = { type: 'channel', to: 'general', topic: 'x', content: ':next_door:' } as const
    const { id: message_id } = await olivia.call(endpoints.sendMessage, say)
    expect((await olivia.call(endpoints.getMessage, { message_id })).message.content).toBe('<p>:next_door:</p>')
    const reaction = { emoji_name: 'next_door', emoji_code: emoji!.id, reaction_type: 'realm_emoji' }
    await refused(olivia.call(endpoints.addReaction, { message_id, ...reaction }), 'Invalid custom emoji.')
    expect((await fetch(new URL(emoji!.source_url, here))).status).toBe(404)
    expect((await fetch(new URL(emoji!.source_url, server.url))).status).toBe(200)
  })

  test('has channel folders and default channel groups that do not exist for us', async () => {
    const folder = { name: 'Work', description: '' }
    const { channel_folder_id } = await neighbour.call(endpoints.createChannelFolder, folder)
    const starters = { group_name: 'starters', description: 'x', stream_names: ['kitchen'] }
    await neighbour.call(endpoints.createDefaultStreamGroup, starters)
    const types = ['channel_folders', 'default_stream_groups']
    const theirState = await neighbour.call(endpoints.registerQueue, { fetch_event_types: types })
    const [group] = theirState.realm_default_stream_groups!
    const state = await olivia.call(endpoints.registerQueue, { fetch_event_types: types })
    expect([state.channel_folders, state.realm_default_stream_groups]).toEqual([[], []])
    expect((await olivia.call(endpoints.getChannelFolders, {})).channel_folders).toEqual([])
    const change = olivia.call(endpoints.updateChannelFolder, { channel_folder_id, name: 'Ours' })
    await refused(change, 'Invalid channel folder ID')
    const stream_id = server.channelId('general')
    const move = olivia.call(endpoints.updateStream, { stream_id, folder_id: channel_folder_id })
    await refused(move, 'Invalid channel folder ID')
    const remove = olivia.call(endpoints.removeDefaultStreamGroup, { group_id: group!.id })
    await expect(remove).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await neighbour.call(endpoints.getChannelFolders, {})).channel_folders).toMatchObject([{ name: 'Work' }])
    // The names are free here.
    await olivia.call(endpoints.createChannelFolder, folder)
    await olivia.call(endpoints.createDefaultStreamGroup, { ...starters, stream_names: [] })
  })

  test('has profile fields that do not exist for us', async () => {
    const fruit = { name: 'Fruit', field_type: 1 }
    const { id } = await neighbour.call(endpoints.createCustomProfileField, fruit)
    await neighbour.call(endpoints.updateProfileData, { data: [{ id, value: 'Pear' }] })
    expect((await olivia.call(endpoints.getCustomProfileFields, {})).custom_fields).toEqual([])
    const msg = `Field id ${id} not found.`
    await refused(olivia.call(endpoints.updateCustomProfileField, { field_id: id, name: 'x' }), msg)
    await refused(olivia.call(endpoints.deleteCustomProfileField, { field_id: id }), msg)
    await refused(ann.client.call(endpoints.updateProfileData, { data: [{ id, value: 'Pear' }] }), msg)
    await refused(ann.client.call(endpoints.removeProfileData, { data: [id] }), msg)
    // The name is free here, and their people are nobody.
    const users = { ...fruit, field_type: 6 }
    const { id: ours } = await olivia.call(endpoints.createCustomProfileField, users)
    await olivia.call(endpoints.reorderCustomProfileFields, { order: [id, ours] })
    expect((await neighbour.call(endpoints.getCustomProfileFields, {})).custom_fields).toMatchObject([{ id, order: 1 }])
    const data = [{ id: ours, value: [theirs.userId] }]
    await refused(ann.client.call(endpoints.updateProfileData, { data }), `Invalid user ID: ${theirs.userId}`)
    await olivia.call(endpoints.deleteCustomProfileField, { field_id: ours })
    expect((await neighbour.call(endpoints.getOwnUser, {})).profile_data).toHaveProperty(`${id}`)
  })

  test('has invitations that do not exist for us', async () => {
    await neighbour.call(endpoints.sendInvites, { invitee_emails: 'new@example.com', stream_ids: [] })
    await neighbour.call(endpoints.createInviteLink, {})
    expect((await olivia.call(endpoints.getInvites, {})).invites).toEqual([])
    const [byEmail, byLink] = (await neighbour.call(endpoints.getInvites, {})).invites
    await refused(olivia.call(endpoints.revokeEmailInvite, { invite_id: byEmail!.id }), 'No such invitation')
    await refused(olivia.call(endpoints.resendEmailInvite, { invite_id: byEmail!.id }), 'No such invitation')
    await refused(olivia.call(endpoints.revokeInviteLink, { invite_id: byLink!.id }), 'No such invitation')
    expect((await neighbour.call(endpoints.getInvites, {})).invites).toHaveLength(2)
  })

  test('has an audit log that is not ours', async () => {
    await neighbour.call(endpoints.createUserGroup, { name: 'theirs', description: '', members: [] })
    const { entries } = await neighbour.call(endpoints.getAuditLog, {})
    expect(entries[0]).toMatchObject({ action: 'group created', actor_id: theirs.userId })
    expect((await olivia.call(endpoints.getAuditLog, { actor_id: theirs.userId })).entries).toEqual([])
    const ours = (await olivia.call(endpoints.getAuditLog, {})).entries.map(({ id }) => id)
    expect(entries.filter(({ id }) => ours.includes(id))).toEqual([])
  })

  test('has queues that are not ours', async () => {
    const { queueId } = theirs
    const refusal = { code: 'BAD_EVENT_QUEUE_ID', data: { queue_id: queueId } } as const
    const msg = `Bad event queue ID: ${queueId}`
    await refused(ann.client.call(endpoints.getEvents, { queue_id: queueId, dont_block: true }), msg, refusal)
    await refused(ann.client.call(endpoints.deleteQueue, { queue_id: queueId }), msg, refusal)
    await neighbour.call(endpoints.getEvents, { queue_id: queueId, dont_block: true })
  })

  test('has events that do not reach us', async () => {
    const queue = await olivia.call(endpoints.registerQueue, { fetch_event_types: [], all_public_streams: true })
    await neighbour.call(endpoints.subscribe, { subscriptions: [{ name: 'cellar' }] })
    await neighbour.call(endpoints.sendMessage, { type: 'channel', to: 'cellar', topic: 'x', content: 'Hello' })
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    expect((await olivia.call(endpoints.getEvents, poll)).events).toEqual([])
  })

  test('has alert words that do not alert us', async () => {
    await neighbour.call(endpoints.addAlertWords, { alert_words: ['harbour'] })
    expect((await olivia.call(endpoints.getAlertWords, {})).alert_words).toEqual([])
    const say = async (client: Client) => {
      const sent = { type: 'channel', to: 'general', topic: 'x', content: 'harbour' } as const
      const { id } = await client.call(endpoints.sendMessage, sent)
      return (await client.call(endpoints.getMessage, { message_id: id })).message.flags
    }
    expect(await say(olivia)).toEqual(['read'])
    expect(await say(neighbour)).toEqual(['read', 'has_alert_word'])
  })

  test('counts its messages with ours: ids grow over the whole server', async () => {
    const say = (client: Client, to: string) =>
      client.call(endpoints.sendMessage, { type: 'channel', to, topic: 'x', content: 'Hello' })
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) {
      ids.push((await say(olivia, 'general')).id)
      ids.push((await say(neighbour, 'general')).id)
    }
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })
})
