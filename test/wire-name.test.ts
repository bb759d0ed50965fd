import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from './pictures.ts'
import { startWithWireName, type WireNameServer } from './wire-name-server.ts'

/** The fields of bots have the same names on every server: `service_name`, `service_payload_url` … */
const THE_OTHER_WORD = /service_(?!name|payload_url|interface|token)|"service"/

type Answer = Record<string, unknown> & { readonly result: string }

describe('a server with another word in its identifiers', () => {
  let server: WireNameServer
  let authorization: string
  /** The text of every answer. */
  const answers: string[] = []

  beforeAll(async () => {
    server = await startWithWireName('acme')
    const key = await ask('POST', 'fetch_api_key', { username: server.email, password: server.password })
    authorization = `Basic ${btoa(`${server.email}:${key['api_key']}`)}`
  })
  afterAll(() => server.stop())

  const ask = async (method: string, path: string, params: Record<string, string> = {}): Promise<Answer> => {
    const form = new URLSearchParams(params)
    const url = `${server.url}/api/v1/${path}${method === 'GET' ? `?${form}` : ''}`
    const headers: Record<string, string> = authorization ? { authorization } : {}
    const response = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: form }) })
    const text = await response.text()
    answers.push(text)
    return JSON.parse(text) as Answer
  }

  test('identifies itself', async () => {
    expect(await ask('GET', 'server_settings')).toMatchObject({ result: 'success', acme_feature_level: 509 })
  })

  test('registers, sends, reacts and delivers events', async () => {
    const state = await ask('POST', 'register')
    expect(state).toMatchObject({
      acme_feature_level: 509,
      acme_version: expect.any(String),
      acme_merge_base: expect.any(String),
      acme_plan_is_not_limited: true,
      realm_acme_update_announcements_stream_id: expect.any(Number),
      user_settings: { notification_sound: 'acme', available_notification_sounds: ['acme', 'ding'] },
    })
    const message = { type: 'channel', to: 'general', topic: 'tea', content: 'Hello' }
    const { id } = await ask('POST', 'messages', message)
    await ask('POST', `messages/${id}/reactions`, { emoji_name: 'acme' })
    const reaction = { reaction_type: 'acme_extra_emoji', emoji_code: 'acme', emoji_name: 'acme' }
    expect(await ask('GET', `messages/${id}`)).toMatchObject({ message: { reactions: [reaction] } })
    const queue = { queue_id: String(state['queue_id']), last_event_id: String(state['last_event_id']) }
    const events = [{ type: 'message' }, { type: 'user_topic' }, reaction]
    expect(await ask('GET', 'events', queue)).toMatchObject({ events })
    const removed = await ask('DELETE', `messages/${id}/reactions`, reaction)
    expect(removed).toMatchObject({ result: 'success' })
    expect(await ask('DELETE', 'events', queue)).toMatchObject({ result: 'success' })
  })

  test('does not accept the word of the contract', async () => {
    const { messages } = (await ask('GET', 'messages', { anchor: 'newest', num_before: '1', num_after: '0' })) as {
      messages?: { id: number }[]
    }
    const wrong = { emoji_name: 'x', emoji_code: 'x', reaction_type: `${'service'}_extra_emoji` }
    const answer = await ask('POST', `messages/${messages?.[0]?.id}/reactions`, wrong)
    expect(answer).toMatchObject({ result: 'error' })
  })

  test('emits a changed emoji as clients with its word know it', async () => {
    const capabilities = { notification_settings_null: true, individual_emoji_changes: true }
    const wanted = { event_types: '["realm_emoji"]', client_capabilities: JSON.stringify(capabilities) }
    const state = await ask('POST', 'register', wanted)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await picture('png'))]), 'tea.png')
    await fetch(`${server.url}/api/v1/realm/emoji/tea`, { method: 'POST', headers: { authorization }, body: form })
    await ask('DELETE', 'realm/emoji/tea')
    const queue = { queue_id: String(state['queue_id']), last_event_id: '-1' }
    const changed = { type: 'realm_emoji', op: 'update_one', data: { deactivated: true } }
    expect(await ask('GET', 'events', queue)).toMatchObject({ events: [{ op: 'add' }, changed] })
  })

  test('documents itself with its own word', async () => {
    const document = JSON.stringify(await ask('GET', 'openapi.json'))
    expect(document).toContain('acme_feature_level')
    expect(document).not.toMatch(THE_OTHER_WORD)
  })

  test('never uses the other word', () => {
    expect(answers.length).toBeGreaterThan(8)
    for (const answer of answers) expect(answer).not.toMatch(THE_OTHER_WORD)
  })
})
