import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import type { SystemGroupName } from '../../kernel/realm-state/group.ts'

const CLIENTS_ONLY = 'clients only'
const waitsFor = (feature: string) => `waits for ${feature}`
/** A file that sets it and sees what it does. */
const shownIn = (file: string) => ({ file })
const HERE = 'tested here'

/** What every setting acts on. A setting that is missing here, or has no test of its name, fails the test below. */
const EFFECTS: Readonly<Record<string, string | { readonly file: string }>> = {
  name: HERE,
  description: HERE,
  string_id: shownIn('update-realm.test.ts'),
  allow_message_editing: shownIn('../../messages/editing/edit-content.test.ts'),
  message_content_edit_limit_seconds: shownIn('../../messages/editing/edit-content.test.ts'),
  message_content_delete_limit_seconds: shownIn('../../messages/deleting/delete-message.test.ts'),
  move_messages_within_stream_limit_seconds: HERE,
  move_messages_between_streams_limit_seconds: shownIn('../../messages/editing/move-messages.test.ts'),
  message_edit_history_visibility_policy: shownIn('../../messages/history/message-history.test.ts'),
  topics_policy: HERE,
  message_retention_days: shownIn('../../messages/retention/delete-expired.test.ts'),
  waiting_period_threshold: HERE,
  invite_required: shownIn('../../accounts/pages/sign-up.test.ts'),
  disallow_disposable_email_addresses: HERE,
  emails_restricted_to_domains: shownIn('../domains/domains.test.ts'),
  authentication_methods: shownIn('../sign-in-methods/methods.test.ts'),
  name_changes_disabled: shownIn('../../people/settings/settings.test.ts'),
  email_changes_disabled: shownIn('../../people/settings/settings.test.ts'),
  avatar_changes_disabled: HERE,
  require_unique_names: HERE,
  default_language: HERE,
  default_code_block_language: HERE,
  default_avatar_source: HERE,
  digest_emails_enabled: shownIn('../../outside/digest-mail/digest-mail.test.ts'),
  digest_weekday: shownIn('../../outside/digest-mail/digest-mail.test.ts'),
  send_welcome_emails: shownIn('../../accounts/pages/sign-up.test.ts'),
  message_content_allowed_in_email_notifications: shownIn('../../outside/missed-mail/missed-mail.test.ts'),
  send_channel_events_messages: shownIn('../../channels/update-channel.test.ts'),
  welcome_message_custom_text: shownIn('../../operations/founding/found-realm.test.ts'),
  inline_image_preview: HERE,
  inline_url_embed_preview: waitsFor('previews of pages'),
  media_preview_size: CLIENTS_ONLY,
  enable_read_receipts: shownIn('../../messages/read-state/mark-read.test.ts'),
  enable_guest_user_indicator: CLIENTS_ONLY,
  enable_guest_user_dm_warning: CLIENTS_ONLY,
  enable_spectator_access: HERE,
  want_advertise_in_communities_directory: CLIENTS_ONLY,
  gif_rating_policy: CLIENTS_ONLY,
  video_chat_provider: shownIn('../../outside/calls/calls.test.ts'),
  jitsi_server_url: CLIENTS_ONLY,
  org_type: CLIENTS_ONLY,
  require_e2ee_push_notifications: waitsFor('push notifications'),
  moderation_request_channel_id: shownIn('../../messages/reporting/report-message.test.ts'),
  new_stream_announcements_stream_id: shownIn('../../operations/founding/found-realm.test.ts'),
  signup_announcements_stream_id: shownIn('../../operations/founding/found-realm.test.ts'),
  service_update_announcements_stream_id: waitsFor('announcements of releases'),
  create_multiuse_invite_group: shownIn('../../accounts/invitations/invitations.test.ts'),
  can_access_all_users_group: shownIn('../../people/sight/emit-sight.test.ts'),
  can_add_subscribers_group: HERE,
  can_add_custom_emoji_group: shownIn('../emoji/emoji.test.ts'),
  can_create_bots_group: shownIn('../../people/bots/bots.test.ts'),
  can_create_groups: HERE,
  can_create_public_channel_group: HERE,
  can_create_private_channel_group: HERE,
  can_create_web_public_channel_group: HERE,
  can_create_write_only_bots_group: shownIn('../../people/bots/bots.test.ts'),
  can_delete_any_message_group: shownIn('../../messages/deleting/delete-message.test.ts'),
  can_delete_own_message_group: shownIn('../../messages/deleting/delete-message.test.ts'),
  can_invite_users_group: shownIn('../../accounts/invitations/invitations.test.ts'),
  can_manage_all_groups: HERE,
  can_manage_billing_group: CLIENTS_ONLY,
  can_mention_many_users_group: shownIn('../../messages/sending/wildcard-permission.test.ts'),
  can_move_messages_between_channels_group: shownIn('../../messages/editing/move-messages.test.ts'),
  can_move_messages_between_topics_group: shownIn('../../messages/editing/move-messages.test.ts'),
  can_resolve_topics_group: shownIn('../../messages/editing/resolve-topic.test.ts'),
  can_set_delete_message_policy_group: HERE,
  can_set_topics_policy_group: HERE,
  can_summarize_topics_group: shownIn('../../messages/summaries/summaries.test.ts'),
  direct_message_initiator_group: HERE,
  direct_message_permission_group: HERE,
  workplace_users_group: CLIENTS_ONLY,
}

describe('a setting of the organization acts:', () => {
  const { server, mona, bob, gus } = useServer({ moderators: ['mona'], members: ['bob'], guests: ['gus'] })
  const tested = new Set<string>()

  const set = (settings: object) => server.owner.call(endpoints.updateRealm, settings as never)
  const allow = (name: string, group: SystemGroupName) => set({ [name]: { new: server.realm.groups.system(group).id } })
  const create = (person: Person, name: string, more: object = {}) =>
    person.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
  const join = (full_name: string, email: string) =>
    server.owner.call(endpoints.createUser, { full_name, email, password: 'purple otters sing at noon' })
  const write = (person: Person, to: Person) =>
    person.client.call(endpoints.sendMessage, { type: 'direct', to: `[${to.id}]`, content: 'Hello' })
  const DENIED = 'Insufficient permission'

  /** A test of the setting, which is put back afterwards. */
  const acts = (name: string, work: () => Promise<void>) => {
    tested.add(name)
    test(name, async () => {
      const { settings, groupSettings } = server.realm.info
      await work()
      const before = { ...settings, ...groupSettings }[name as keyof typeof settings]
      if (name in groupSettings) await set({ [name]: { new: before } })
      else if (name in settings) await set({ [name]: before })
    })
  }

  acts('name', async () => {
    await set({ name: 'Tea House' })
    expect((await bob.client.call(endpoints.getServerSettings, {})).realm_name).toBe('Tea House')
  })

  acts('description', async () => {
    await set({ description: 'All about *tea*' })
    const { realm_description: shown } = await bob.client.call(endpoints.getServerSettings, {})
    expect(shown).toBe('<p>All about <em>tea</em></p>')
  })

  acts('topics_policy', async () => {
    const send = () =>
      bob.client.call(endpoints.sendMessage, { type: 'channel', to: 'general', topic: '', content: 'x' })
    await send()
    await set({ topics_policy: 'disable_empty_topic' })
    await expect(send()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  acts('waiting_period_threshold', async () => {
    await allow('can_create_public_channel_group', 'role:fullmembers')
    await create(bob, 'at once')
    await set({ waiting_period_threshold: 3 })
    await refused(create(bob, 'too early'), DENIED)
    await create(mona, 'moderators do not wait')
    await allow('can_create_public_channel_group', 'role:members')
  })

  acts('disallow_disposable_email_addresses', async () => {
    const refusal = 'Disposable email addresses are not allowed in this organization'
    await refused(join('Thea', 'thea@mailinator.com'), refusal)
    await set({ disallow_disposable_email_addresses: false })
    await join('Thea', 'thea@mailinator.com')
  })

  acts('avatar_changes_disabled', async () => {
    await bob.client.call(endpoints.deleteAvatar, {})
    await set({ avatar_changes_disabled: true })
    const refusal = 'Avatar changes are disabled in this organization.'
    await refused(bob.client.call(endpoints.deleteAvatar, {}), refusal)
    await server.owner.call(endpoints.deleteAvatar, {})
  })

  acts('require_unique_names', async () => {
    await join('Bob', 'bob.two@example.org')
    await set({ require_unique_names: true })
    await refused(join('Bob', 'bob.three@example.org'), 'Unique names required in this organization.')
  })

  acts('default_language', async () => {
    await set({ default_language: 'fr' })
    const { client } = await server.person('Françoise')
    const { user_settings: settings } = await client.call(endpoints.registerQueue, {
      fetch_event_types: ['user_settings'],
    })
    expect(settings!.default_language).toBe('fr')
  })

  acts('default_code_block_language', async () => {
    const render = async () =>
      (await bob.client.call(endpoints.renderMessage, { content: '```\nlet x = 1\n```' })).rendered
    expect(await render()).not.toContain('data-code-language')
    await set({ default_code_block_language: 'javascript' })
    expect(await render()).toContain('data-code-language="JavaScript"')
  })

  acts('default_avatar_source', async () => {
    await set({ default_avatar_source: 'G' })
    const { id } = await server.person('Greta')
    expect(server.realm.users.get(id)!.avatarSource).toBe('G')
  })

  acts('move_messages_within_stream_limit_seconds', async () => {
    const sent = { type: 'channel', to: 'general', topic: 'soup', content: 'x' } as const
    const { id: message_id } = await bob.client.call(endpoints.sendMessage, sent)
    await server.database.pool.query('update message set sent_at = sent_at - 100 where id = $1', [message_id])
    const move = (topic: string) => bob.client.call(endpoints.updateMessage, { message_id, topic })
    await move('stew')
    await set({ move_messages_within_stream_limit_seconds: 60 })
    await refused(move('soup'), "The time limit for editing this message's topic has passed.")
  })

  acts('inline_image_preview', async () => {
    const filename = { filename: 'cat.png', type: 'image/png', bytes: await picture() }
    const { url } = await bob.client.call(endpoints.uploadFile, { filename })
    const content = `[cat](${url})`
    const render = async () => (await bob.client.call(endpoints.renderMessage, { content })).rendered
    expect(await render()).toContain('message_inline_image')
    await set({ inline_image_preview: false })
    expect(await render()).not.toContain('message_inline_image')
  })

  acts('enable_spectator_access', async () => {
    const create = () =>
      server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'open' }], is_web_public: true })
    await refused(create(), 'Web-public channels are not enabled.')
    await set({ enable_spectator_access: true })
    await create()
    expect(await bob.client.call(endpoints.getServerSettings, {})).toMatchObject({
      realm_web_public_access_enabled: true,
    })
  })

  acts('can_add_subscribers_group', async () => {
    const add = () => create(bob, 'general', { principals: [gus.id] })
    await allow('can_add_subscribers_group', 'role:moderators')
    await refused(add(), DENIED)
    await allow('can_add_subscribers_group', 'role:members')
    await add()
  })

  acts('can_create_groups', async () => {
    const make = (person: Person, name: string) =>
      person.client.call(endpoints.createUserGroup, { name, description: '', members: [] })
    await allow('can_create_groups', 'role:moderators')
    await refused(make(bob, 'tasters'), DENIED)
    await make(mona, 'tasters')
  })

  acts('can_manage_all_groups', async () => {
    const { group_id } = await server.owner.call(endpoints.createUserGroup, { name: 'x', description: '', members: [] })
    const rename = (name: string) => bob.client.call(endpoints.updateUserGroup, { user_group_id: group_id, name })
    await refused(rename('y'), DENIED)
    await allow('can_manage_all_groups', 'role:members')
    await rename('y')
  })

  acts('can_create_public_channel_group', async () => {
    await allow('can_create_public_channel_group', 'role:moderators')
    await refused(create(bob, 'green'), DENIED)
    await create(mona, 'green')
  })

  acts('can_create_private_channel_group', async () => {
    await allow('can_create_private_channel_group', 'role:moderators')
    await refused(create(bob, 'hidden', { invite_only: true }), DENIED)
    await create(mona, 'hidden', { invite_only: true })
  })

  acts('can_create_web_public_channel_group', async () => {
    await set({ enable_spectator_access: true })
    await refused(create(mona, 'shop', { is_web_public: true }), DENIED)
    await allow('can_create_web_public_channel_group', 'role:moderators')
    await create(mona, 'shop', { is_web_public: true })
  })

  acts('can_set_delete_message_policy_group', async () => {
    const option = { can_delete_own_message_group: server.realm.groups.system('role:everyone').id }
    await refused(create(bob, 'deletable', option), DENIED)
    await allow('can_set_delete_message_policy_group', 'role:members')
    await create(bob, 'deletable', option)
  })

  acts('can_set_topics_policy_group', async () => {
    const option = { topics_policy: 'disable_empty_topic' }
    await create(bob, 'with topics', option)
    await allow('can_set_topics_policy_group', 'role:moderators')
    await refused(create(bob, 'without', option), DENIED)
  })

  acts('direct_message_initiator_group', async () => {
    await allow('direct_message_initiator_group', 'role:moderators')
    await refused(write(bob, gus), 'You do not have permission to initiate direct message conversations.')
    await write(mona, gus)
    await write(gus, mona)
  })

  acts('direct_message_permission_group', async () => {
    await allow('direct_message_permission_group', 'role:moderators')
    await refused(write(gus, bob), 'This conversation does not include any users who can authorize it.')
    await write(gus, mona)
    await allow('direct_message_permission_group', 'role:nobody')
    await refused(write(gus, mona), 'Direct messages are disabled in this organization.')
  })

  test('or it is named with the reason why not, or with its test', () => {
    expect(Object.keys(EFFECTS).toSorted()).toEqual(Object.keys(endpoints.updateRealm.params).toSorted())
    const here = Object.keys(EFFECTS).filter((name) => EFFECTS[name] === HERE)
    expect(here.toSorted()).toEqual([...tested].toSorted())
    for (const [name, effect] of Object.entries(EFFECTS))
      if (typeof effect === 'object')
        expect(readFileSync(new URL(effect.file, import.meta.url), 'utf8'), effect.file).toContain(name)
  })
})
