import { createDrafts } from '../../api/endpoints/drafts.ts'
import { getMessages } from '../../api/endpoints/messages.ts'
import { createMessageReminder } from '../../api/endpoints/reminders.ts'
import { createScheduledMessage } from '../../api/endpoints/scheduled-messages.ts'
import type { Members } from './organization.ts'
import { UPGRADE } from './talk/infra.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** What Mara has not finished: drafts, messages that are sent later, and what she wants to be reminded of. */
export async function planLater(
  members: Members,
  channels: ReadonlyMap<string, number>,
  milliseconds: number,
): Promise<void> {
  const mara = members.get('mara')!.client
  const now = Math.floor(milliseconds / 1000)
  const infra = channels.get('infra')!
  await mara.call(createScheduledMessage, {
    type: 'direct',
    to: (['amina', 'noa', 'lars-erik'] as const).map((key) => members.get(key)!.id),
    content: 'Good morning! Mast day. Weather looks good.',
    scheduled_delivery_timestamp: now + DAY,
  })
  await mara.call(createScheduledMessage, {
    type: 'channel',
    to: infra,
    topic: UPGRADE,
    content: 'Good morning. Read-only starts in 15 minutes. **Please stay here**, not in direct messages.',
    scheduled_delivery_timestamp: now + 2 * DAY,
  })
  const drafts = [
    {
      type: 'stream' as const,
      to: [channels.get('roadmap-2027')!],
      topic: 'Battery life',
      content: 'Two numbers before we decide: how often a station wakes up, and',
    },
    {
      type: 'private' as const,
      to: [members.get('tomasz')!.id],
      topic: '',
      content: 'Can you take the pager on Thursday from 05:00?',
    },
  ]
  await mara.call(createDrafts, { drafts })
  const narrow = [{ operator: 'channel', operand: infra, negated: false }]
  const { messages } = await mara.call(getMessages, { narrow, anchor: 'newest', num_before: 2, num_after: 0 })
  for (const [index, { id }] of messages.entries())
    await mara.call(createMessageReminder, {
      message_id: id,
      scheduled_delivery_timestamp: now + (index + 1) * 3 * HOUR,
      ...(index === 0 && { note: 'Before the call' }),
    })
}
