import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessageHistory, sendMessage, subscribe, updateMessage } = endpoints

describe('the history of a message', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch' })
  let id: number

  beforeAll(async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'dinner' }] })
    const sent = { type: 'channel', to: 'lunch', topic: 'soup', content: 'soup today' } as const
    ;({ id } = await ann.client.call(sendMessage, sent))
    await ann.client.call(updateMessage, { message_id: id, content: '*stew* today' })
    await bob.client.call(updateMessage, { message_id: id, topic: '', propagate_mode: 'change_all' })
    await ann.client.call(updateMessage, { message_id: id, content: 'nothing', topic: 'news' })
    await ann.client.call(updateMessage, { message_id: id, stream_id: server.channelId('dinner') })
  })

  const history = async (person: Person, more: object = {}) =>
    (await person.client.call(getMessageHistory, { message_id: id, ...more })).message_history

  test('has every version, the oldest first', async () => {
    const versions = await history(bob, { allow_empty_topic_name: true })
    const soup = { content: 'soup today', rendered_content: '<p>soup today</p>' }
    const stew = { content: '*stew* today', rendered_content: '<p><em>stew</em> today</p>' }
    const nothing = { content: 'nothing', rendered_content: '<p>nothing</p>' }
    const previously = (version: typeof soup) => ({
      prev_content: version.content,
      prev_rendered_content: version.rendered_content,
    })
    const timestamp = expect.any(Number)
    expect(versions).toEqual([
      { topic: 'soup', ...soup, user_id: ann.id, timestamp },
      {
        topic: 'soup',
        ...stew,
        ...previously(soup),
        content_html_diff:
          '<div><p><span class="highlight_text_deleted">soup</span><span class="highlight_text_inserted">*stew*</span> today</p></div>',
        user_id: ann.id,
        timestamp,
      },
      { topic: '', prev_topic: 'soup', ...stew, user_id: bob.id, timestamp },
      {
        topic: 'news',
        prev_topic: '',
        ...nothing,
        ...previously(stew),
        content_html_diff: expect.stringContaining('highlight_text_inserted">nothing<'),
        user_id: ann.id,
        timestamp,
      },
      {
        topic: 'news',
        stream: server.channelId('dinner'),
        prev_stream: server.channelId('lunch'),
        ...nothing,
        user_id: ann.id,
        timestamp,
      },
    ])
  })

  test('names the empty topic for clients that do not know it', async () => {
    const topics = (await history(bob)).map(({ topic, prev_topic }) => [prev_topic, topic])
    expect(topics.slice(2, 4)).toEqual([
      ['soup', 'general chat'],
      ['general chat', 'news'],
    ])
  })

  test('of a message that was never changed is the message', async () => {
    const sent = await bob.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'note' })
    expect(await history(bob, { message_id: sent.id })).toMatchObject([{ topic: '', content: 'note', user_id: bob.id }])
    await refused(history(ann, { message_id: sent.id }), 'Invalid message(s)')
  })

  test('of a message that is not there is refused', async () => {
    await refused(history(ann, { message_id: 2 ** 40 }), 'Invalid message(s)')
  })

  test('shows only moves, and no text, where the organization wants it', async () => {
    await changeRealm(server, { message_edit_history_visibility_policy: 'moves' })
    const versions = await history(bob)
    expect(versions.map(({ topic }) => topic)).toEqual(['soup', 'general chat', 'news', 'news'])
    expect(JSON.stringify(versions)).not.toMatch(/stew|soup today|prev_content|diff/)
    await changeRealm(server, { message_edit_history_visibility_policy: 'all' })
  })

  test('can be turned off', async () => {
    await changeRealm(server, { message_edit_history_visibility_policy: 'none' })
    await refused(history(ann), 'Message edit history is disabled in this organization')
    await changeRealm(server, { message_edit_history_visibility_policy: 'all' })
  })
})
