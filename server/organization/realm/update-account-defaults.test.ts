import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { startTestServer } from '../../../test/harness.ts'
import { moderator } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { updateRealmUserSettingsDefaults: update, registerQueue } = endpoints

/** Another value than the default, for every setting that is not a boolean. */
const OTHERS: Readonly<Record<string, number | string>> = {
  web_mark_read_on_scroll_policy: 3,
  web_channel_default_view: 3,
  web_font_size_px: 20,
  web_line_height_percent: 120,
  color_scheme: 2,
  web_home_view: 'recent',
  emojiset: 'text',
  demote_inactive_streams: 3,
  user_list_style: 1,
  web_animate_image_previews: 'never',
  web_stream_unreads_count_display_policy: 1,
  notification_sound: 'ding',
  email_notifications_batching_period_seconds: 604_800,
  desktop_icon_count_display: 4,
  realm_name_in_email_notifications_policy: 2,
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 1,
  resolved_topic_notice_auto_read_policy: 'never',
  email_address_visibility: 2,
}

describe('PATCH /realm/user_settings_defaults', () => {
  const { server, alice, bob, gus } = useServer({ administrators: ['alice'], members: ['bob'], guests: ['gus'] })

  const defaults = async () =>
    (await bob.client.call(registerQueue, { fetch_event_types: ['realm_user_settings_defaults'] }))
      .realm_user_settings_defaults as unknown as Record<string, unknown>
  const patch = (args: object, client = alice.client) => client.call(update, args as never)

  test('every setting reaches everybody as an event, is stored, and applies to those who join', async () => {
    const before = await defaults()
    const wanted = Object.fromEntries(
      Object.keys(update.params).map((name) => [name, OTHERS[name] ?? !(before[name] as boolean)]),
    )
    const told = await explains({ Bob: bob.client, Gus: gus.client }, () => patch(wanted))
    for (const person of ['Bob', 'Gus'])
      expect(told[person]).toEqual(
        Object.entries(wanted).map(([property, value]) => ({
          id: expect.any(Number),
          type: 'realm_user_settings_defaults',
          op: 'update',
          property,
          value,
        })),
      )
    expect(await defaults()).toMatchObject(wanted)
    const dan = await server.person('Dan')
    const joined = await dan.client.call(registerQueue, { fetch_event_types: ['user_settings'] })
    expect(joined.user_settings).toMatchObject(wanted)
    const old = await bob.client.call(registerQueue, { fetch_event_types: ['user_settings'] })
    expect(old.user_settings).toMatchObject({
      enter_sends: before['enter_sends'],
      color_scheme: before['color_scheme'],
    })
    const { seq } = server.realm
    await patch(wanted)
    expect(server.realm.seq).toBe(seq)
    const second = await startTestServer({ beside: server })
    expect(second.realm.info.accountDefaults).toEqual(server.realm.info.accountDefaults)
    await second.close()
  })

  test('the change is written down', async () => {
    await patch({ enter_sends: true })
    const { rows } = await server.database.pool.query(
      'select actor_id, action, details from audit_log order by id desc limit 1',
    )
    expect(rows).toEqual([
      {
        actor_id: alice.id,
        action: 'settings of new accounts updated',
        details: { property: 'enter_sends', before: false, after: true },
      },
    ])
  })

  test('is for administrators', async () => {
    const { client: moderated } = await moderator(server, 'Mona')
    for (const client of [moderated, bob.client, gus.client])
      await refused(patch({ enter_sends: true }, client), 'Must be an organization administrator', {
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    await patch({ enter_sends: true }, server.owner)
  })

  const LISTED = ': Value error, Not in the list of possible values'
  test.each([
    ['color_scheme', '4', `Invalid color_scheme${LISTED}`],
    ['color_scheme', '"dark"', 'color_scheme is not an integer'],
    ['web_home_view', 'home', `Invalid web_home_view${LISTED}`],
    ['emojiset', 'apple', `Invalid emojiset${LISTED}`],
    ['demote_inactive_streams', '0', `Invalid demote_inactive_streams${LISTED}`],
    ['web_animate_image_previews', 'maybe', `Invalid web_animate_image_previews${LISTED}`],
    ['desktop_icon_count_display', '5', `Invalid desktop_icon_count_display${LISTED}`],
    ['web_channel_default_view', '5', `Invalid web_channel_default_view${LISTED}`],
    ['resolved_topic_notice_auto_read_policy', 'x', 'Invalid resolved_topic_notice_auto_read_policy'],
    ['notification_sound', 'trumpet', "Invalid notification sound 'trumpet'"],
    ['email_notifications_batching_period_seconds', '0', 'Invalid email batching period: 0 seconds'],
    ['email_notifications_batching_period_seconds', '604801', 'Invalid email batching period: 604801 seconds'],
    ['enter_sends', '1', 'enter_sends is not a boolean'],
  ])('%s = %s is refused', async (name, text, msg) => {
    const answer = await fetch(`${server.url}/api/v1/realm/user_settings_defaults`, {
      method: 'PATCH',
      headers: { authorization: `Basic ${btoa(`${alice.email}:${alice.apiKey}`)}` },
      body: new URLSearchParams({ [name]: text }),
    })
    expect(await answer.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST', msg })
  })
})

describe('POST /realm/test_welcome_bot_custom_message', () => {
  const { server } = useServer()

  const preview = (text: string, client = server.owner) =>
    client.call(endpoints.testWelcomeBotCustomMessage, { welcome_message_custom_text: text })

  test('sends the text to the caller, as the welcome bot would', async () => {
    const told = await explains({ Olivia: server.owner }, () => preview('Read the **rules**'))
    expect(told['Olivia']).toMatchObject([
      {
        type: 'message',
        message: { sender_full_name: 'Welcome Bot', content: '<p>Read the <strong>rules</strong></p>' },
      },
    ])
    const { message_id } = await preview('Again')
    const { message } = await server.owner.call(endpoints.getMessage, { message_id })
    expect(message).toMatchObject({ type: 'private', content: '<p>Again</p>' })
  })

  test('is for administrators', async () => {
    const { client } = await server.person('Bob')
    await refused(preview('Mine', client), 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test.each([
    ['', 'welcome_message_custom_text cannot be blank'],
    ['x'.repeat(8001), 'welcome_message_custom_text is too long (limit: 8000 characters)'],
  ])('refuses a text that is no message', async (text, msg) => {
    const { email, apiKey } = server.owner.options
    const answer = await fetch(`${server.url}/api/v1/realm/test_welcome_bot_custom_message`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      body: new URLSearchParams({ welcome_message_custom_text: text }),
    })
    expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', msg })
  })
})
