import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessages, reportMessage, sendMessage, subscribe } = endpoints

describe('reporting a message', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'lunch' })
  let id: number

  beforeAll(async () => {
    await cho.client.call(subscribe, { subscriptions: [{ name: 'reports' }], invite_only: true })
    const sent = { type: 'channel', to: 'lunch', topic: 'soup', content: 'Buy `now`' } as const
    ;({ id } = await ann.client.call(sendMessage, sent))
  })

  const report = (person: Person, args: object = {}) =>
    person.client.call(reportMessage, { message_id: id, report_type: 'spam', ...args })

  test('is possible where the organization has a channel for it', async () => {
    await refused(report(bob), 'Message reporting is not enabled in this organization.')
    await changeRealm(server, { moderation_request_channel_id: server.channelId('reports') })
    const told = await explains({ Cho: cho.client, Ann: ann.client }, () => report(bob, { description: 'Again!' }))
    expect(told['Ann']).toEqual([])
    const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
    const [message] = (await cho.client.call(getMessages, page)).messages
    expect(message).toMatchObject({
      sender_full_name: 'Notification Bot',
      display_recipient: 'reports',
      subject: "Ann's moderation requests",
    })
    expect(message?.content.split('\n')).toEqual([
      `@_**Bob|${bob.id}** reported a message sent by @_**Ann|${ann.id}**.`,
      '- Reason: **Spam**',
      '- Notes:',
      '```quote',
      'Again!',
      '```',
      '```spoiler Message',
      'Buy `now`',
      '```',
      expect.stringMatching(`^\\[Original message\\]\\(.*/near/${id}\\)$`),
    ])
  })

  test('for another reason needs a description', async () => {
    await refused(report(bob, { report_type: 'other' }), 'A description is required for this report type.')
    await refused(
      report(bob, { report_type: 'other', description: ' ' }),
      'A description is required for this report type.',
    )
    await report(bob, { report_type: 'other', description: 'odd' })
  })

  test('is for people who may read it', async () => {
    const { id: dm } = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' })
    await refused(report(cho, { message_id: dm }), 'Invalid message(s)')
    await report(bob, { message_id: dm })
    await refused(report(bob, { message_id: 2 ** 40 }), 'Invalid message(s)')
  })
})
