import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { updateRealm } from '../../../api/endpoints/realm.ts'
import { REALM_PERMISSIONS } from '../../../api/objects/realm-settings.ts'
import type { RegisterState } from '../../../api/objects/register-state.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { group } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { REALM_GROUP_SETTINGS } from '../../kernel/realm-state/realm-settings.ts'

/** A new value of every plain setting: what is sent, and what the event says then. */
const PLAIN: [name: string, sent: unknown, told?: unknown][] = [
  ['name', 'Tea House'],
  ['description', 'All about **tea**'],
  ['allow_message_editing', false],
  ['message_content_edit_limit_seconds', 60],
  ['message_content_edit_limit_seconds', 'unlimited', null],
  ['message_content_delete_limit_seconds', 'unlimited', null],
  ['move_messages_within_stream_limit_seconds', 3600],
  ['move_messages_between_streams_limit_seconds', 'unlimited', null],
  ['message_edit_history_visibility_policy', 'none'],
  ['message_edit_history_visibility_policy', 'moves'],
  ['topics_policy', 'disable_empty_topic'],
  ['message_retention_days', 30],
  ['message_retention_days', 'unlimited', -1],
  ['waiting_period_threshold', 3],
  ['invite_required', false],
  ['disallow_disposable_email_addresses', false],
  ['emails_restricted_to_domains', true],
  ['name_changes_disabled', true],
  ['email_changes_disabled', true],
  ['avatar_changes_disabled', true],
  ['require_unique_names', true],
  ['default_language', 'de'],
  ['default_code_block_language', 'python'],
  ['default_avatar_source', 'G'],
  ['digest_emails_enabled', true],
  ['digest_weekday', 6],
  ['send_welcome_emails', false],
  ['message_content_allowed_in_email_notifications', false],
  ['send_channel_events_messages', true],
  ['welcome_message_custom_text', 'Read the *rules*'],
  ['inline_image_preview', false],
  ['inline_url_embed_preview', true],
  ['media_preview_size', 150],
  ['enable_read_receipts', true],
  ['enable_guest_user_indicator', false],
  ['enable_guest_user_dm_warning', false],
  ['enable_spectator_access', true],
  ['want_advertise_in_communities_directory', true],
  ['gif_rating_policy', 4],
  ['video_chat_provider', 0],
  ['jitsi_server_url', 'https://meet.example.org'],
  ['jitsi_server_url', 'default', null],
  ['org_type', 90],
  ['require_e2ee_push_notifications', true],
]

describe('PATCH /realm', () => {
  const { server, alice, mona, bob, gus } = useServer({
    administrators: ['alice'],
    moderators: ['mona'],
    members: ['bob'],
    guests: ['gus'],
  })
  let everyone: Record<string, Person['client']>
  let staff: number

  beforeAll(async () => {
    everyone = { Bob: bob.client, Gus: gus.client }
    staff = await group(server, { name: 'staff', members: [bob] })
  })

  const patch = (args: object, client = server.owner) => client.call(updateRealm, args as never)
  const changesNothing = async (args: object) => {
    const { seq } = server.realm
    await patch(args)
    expect(server.realm.seq).toBe(seq)
  }
  const register = (client = bob.client) => client.call(endpoints.registerQueue, { fetch_event_types: ['realm'] })
  const system = (name: Parameters<typeof server.realm.groups.system>[0]) => server.realm.groups.system(name).id
  const audited = async () =>
    (
      await server.database.pool.query(
        'select actor_id, action, target_kind, target_id, details from audit_log order by id desc limit 1',
      )
    ).rows[0]

  test.each(PLAIN)(
    '%s becomes %j: told to everybody, kept, and written down',
    async (name: string, sent: unknown, given?: unknown) => {
      const told = given === undefined ? sent : given
      const before = (await register())[`realm_${name}` as keyof RegisterState]
      const events = await explains(everyone, () => patch({ [name]: sent }))
      for (const person of Object.keys(everyone)) {
        const [event, ...others] = events[person]!
        // A longer waiting period also takes people out of a group.
        expect(others.map(({ type }) => type)).toEqual(name === 'waiting_period_threshold' ? ['user_group'] : [])
        expect(event).toMatchObject(
          event?.type === 'realm' && event.op === 'update'
            ? { type: 'realm', property: name, value: told }
            : { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: told } },
        )
      }
      expect(await register()).toMatchObject({ [`realm_${name}`]: told })
      expect(await audited()).toEqual({
        actor_id: server.ownerId,
        action: 'organization updated',
        target_kind: 'realm',
        target_id: server.realm.id,
        details: { property: name, before, after: told },
      })
      await changesNothing({ [name]: sent })
    },
  )

  test('every setting is in that list, is a permission, or names a channel', () => {
    const covered = new Set([...PLAIN.map(([name]) => name), ...REALM_PERMISSIONS])
    const others = Object.keys(updateRealm.params).filter((name) => !covered.has(name))
    expect(others.toSorted()).toEqual([
      'authentication_methods',
      'moderation_request_channel_id',
      'new_stream_announcements_stream_id',
      'service_update_announcements_stream_id',
      'signup_announcements_stream_id',
      'string_id',
    ])
  })

  test('a process that starts later reads the same', async () => {
    const second = await startTestServer({ beside: server })
    try {
      expect(second.realm.info).toEqual(server.realm.info)
    } finally {
      await second.close()
    }
  })

  test('the event of the description has its HTML, that of the topics policy its old form', async () => {
    const events = await explains(everyone, () =>
      patch({ description: 'Now *coffee*', topics_policy: 'allow_empty_topic' }),
    )
    expect(events['Bob']).toMatchObject([
      { data: { description: 'Now *coffee*', rendered_description: '<p>Now <em>coffee</em></p>' } },
      { data: { topics_policy: 'allow_empty_topic', mandatory_topics: false } },
    ])
  })

  test('several settings of which one is refused: none is changed', async () => {
    const before = await register()
    await refused(patch({ name: 'Never', default_language: 'xx' }), "Invalid language 'xx'")
    await refused(patch({ name: 'Never', new_stream_announcements_stream_id: 99_999 }), 'Invalid channel ID')
    expect((await register()).realm_name).toBe(before.realm_name)
  })

  describe('channels', () => {
    const names = [
      'new_stream_announcements_stream_id',
      'signup_announcements_stream_id',
      'service_update_announcements_stream_id',
    ]
    test.each(names)('%s takes a channel, and none again', async (name) => {
      const { id } = server.realm.channelByName('general')!
      const events = await explains(everyone, () => patch({ [name]: id }))
      expect(events['Bob']).toMatchObject([{ op: 'update', property: name, value: id }])
      expect((await explains(everyone, () => patch({ [name]: -1 })))['Bob']).toMatchObject([{ value: -1 }])
    })

    test('reports go only to a private channel', async () => {
      const { id: open } = server.realm.channelByName('general')!
      await refused(patch({ moderation_request_channel_id: open }), 'Moderation request channel must be private.')
      await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'reports' }], invite_only: true })
      const { id } = server.realm.channelByName('reports')!
      await explains(everyone, () => patch({ moderation_request_channel_id: id }))
      await explains(everyone, () => patch({ moderation_request_channel_id: -1 }))
    })

    test.each(names)('%s refuses a channel that does not exist', (name) =>
      refused(patch({ [name]: 99_999 }), 'Invalid channel ID'),
    )
  })

  describe('permissions', () => {
    /** Another group than the default. */
    const other = (name: keyof typeof REALM_GROUP_SETTINGS) =>
      REALM_GROUP_SETTINGS[name].default === 'role:members' || name === 'can_access_all_users_group'
        ? name === 'can_access_all_users_group'
          ? 'role:members'
          : 'role:moderators'
        : name === 'can_create_web_public_channel_group'
          ? 'role:moderators'
          : 'role:members'

    test.each(REALM_PERMISSIONS)('%s takes a group, and people and groups named one by one', async (name) => {
      const before = server.realm.info.groupSettings[name]
      const one = system(other(name))
      const events = await explains(everyone, () => patch({ [name]: { new: one, old: before } }))
      expect(events['Bob']).toEqual([
        { id: expect.any(Number), type: 'realm', op: 'update_dict', property: 'default', data: { [name]: one } },
      ])
      await changesNothing({ [name]: { new: one } })
      await refused(patch({ [name]: { new: before, old: before } }), "'old' value does not match the expected value.", {
        code: 'EXPECTATION_MISMATCH',
        data: { field_name: 'old' },
      })
      const named = { direct_members: [bob.id], direct_subgroups: [staff] }
      if ('systemOnly' in REALM_GROUP_SETTINGS[name]) {
        await refused(patch({ [name]: { new: named } }), `'${name}' must be a system user group.`, {
          code: 'SYSTEM_GROUP_REQUIRED',
          data: { setting_name: name },
        })
      } else {
        const told = await explains(everyone, () => patch({ [name]: { new: named, old: one } }))
        expect(told['Gus']).toMatchObject([{ data: { [name]: named } }])
      }
      await explains(everyone, () => patch({ [name]: { new: before } }))
    })

    test.each(REALM_PERMISSIONS)('%s refuses the groups that it is not for', async (name) => {
      const { nobody, everyone: all } = REALM_GROUP_SETTINGS[name]
      const never = (group: string) => `'${name}' setting cannot be set to '${group}' group.`
      await refused(patch({ [name]: { new: system('role:internet') } }), never('role:internet'))
      if (!nobody) await refused(patch({ [name]: { new: system('role:nobody') } }), never('role:nobody'))
      if (!all) await refused(patch({ [name]: { new: system('role:everyone') } }), never('role:everyone'))
      await refused(patch({ [name]: { new: 99_999 } }), 'Invalid user group')
      const unknown = { direct_members: [99_999], direct_subgroups: [] }
      await refused(patch({ [name]: { new: unknown } }), 'Invalid user ID: 99999')
    })
  })

  describe('who may', () => {
    const OWNERS: Readonly<Record<string, unknown>> = {
      message_retention_days: 10,
      waiting_period_threshold: 9,
      invite_required: true,
      disallow_disposable_email_addresses: true,
      emails_restricted_to_domains: false,
      authentication_methods: { Email: true },
      create_multiuse_invite_group: { new: 1 },
      can_create_groups: { new: 1 },
      can_invite_users_group: { new: 1 },
      can_manage_all_groups: { new: 1 },
      can_manage_billing_group: { new: 1 },
    }
    const notFor = (client: Person['client'], args: object, role: string) =>
      refused(patch(args, client), `Must be an organization ${role}`, { code: 'UNAUTHORIZED_PRINCIPAL' })

    test.each(Object.keys(OWNERS))('%s: owners, not administrators', (name) =>
      notFor(alice.client, { [name]: OWNERS[name] }, 'owner'),
    )

    test('everything else: administrators', async () => {
      const others = PLAIN.filter(([name]) => !(name in OWNERS))
      for (const [name, sent] of others) await patch({ [name]: sent }, alice.client)
      for (const name of REALM_PERMISSIONS.filter((one) => !(one in OWNERS)))
        await patch({ [name]: { new: server.realm.info.groupSettings[name] } }, alice.client)
    })

    test('nobody below them', async () => {
      for (const { client } of [mona, bob, gus]) await notFor(client, { name: 'Mine' }, 'administrator')
    })
  })

  describe('refuses', () => {
    /** As text: the typed client would not send such values. */
    const sent = async (name: string, text: string) => {
      const { email, apiKey } = server.owner.options
      const answer = await fetch(`${server.url}/api/v1/realm`, {
        method: 'PATCH',
        headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
        body: new URLSearchParams({ [name]: text }),
      })
      return answer.json()
    }

    test.each([
      ['name', 'x'.repeat(41), 'name is too long (limit: 40 characters)'],
      ['name', ' ', 'name cannot be blank'],
      ['description', 'x'.repeat(1001), 'description is too long (limit: 1000 characters)'],
      [
        'welcome_message_custom_text',
        'x'.repeat(8001),
        'welcome_message_custom_text is too long (limit: 8000 characters)',
      ],
      ['default_language', 'klingon', "Invalid language 'klingon'"],
      ['video_chat_provider', '3', 'Invalid video_chat_provider 3'],
      ['gif_rating_policy', '5', 'Invalid gif_rating_policy 5'],
      ['jitsi_server_url', '"javascript:alert(1)"', 'jitsi_server_url is not a URL'],
      ['waiting_period_threshold', '-1', 'waiting_period_threshold is too small'],
      ['allow_message_editing', '1', 'allow_message_editing is not a boolean'],
      ['authentication_methods', '{"Email":false}', 'At least one authentication method must be enabled.'],
      ['authentication_methods', '{"Magic":true}', 'Invalid authentication method: Magic. Valid methods are: Email'],
      ['string_id', 'elsewhere', 'Must be a demo organization.'],
      ['can_create_groups', '1', 'can_create_groups is not a dict'],
      ['topics_policy', 'sometimes', 'Invalid topics_policy'],
      ['message_edit_history_visibility_policy', 'some', 'Invalid message_edit_history_visibility_policy'],
      ['default_avatar_source', 'U', 'Invalid default_avatar_source'],
      ['digest_weekday', '7', 'Invalid digest_weekday'],
      ['org_type', '5', 'Invalid org_type'],
      ['media_preview_size', '120', 'Invalid media_preview_size'],
    ])('%s, when it is wrong', async (name, text, msg) => {
      expect(await sent(name, text)).toMatchObject({ result: 'error', code: 'BAD_REQUEST', msg })
    })

    test.each([
      'message_content_edit_limit_seconds',
      'message_content_delete_limit_seconds',
      'move_messages_within_stream_limit_seconds',
      'move_messages_between_streams_limit_seconds',
      'message_retention_days',
    ])('%s below one, or a word', async (name) => {
      for (const bad_value of [-1, 0, 'forever'])
        await refused(patch({ [name]: bad_value }), `Bad value for '${name}': ${bad_value}`, {
          code: 'REQUEST_VARIABLE_INVALID',
          data: { var_name: name, bad_value },
        })
    })
  })

  test('the only way to sign in can be named, and stays', async () => {
    await changesNothing({ authentication_methods: { Email: true } })
    await changesNothing({ string_id: server.realm.info.stringId })
  })
})
