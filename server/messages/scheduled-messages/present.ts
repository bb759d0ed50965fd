import type { ScheduledMessage } from '../../../api/objects/personal.ts'
import type { ScheduledRow } from './queries.ts'

export const presentScheduled = (row: ScheduledRow): ScheduledMessage => ({
  scheduled_message_id: row.id,
  ...(row.channel_id === null
    ? { type: 'private', to: recipientsOf(row) }
    : { type: 'stream', to: row.channel_id, topic: row.topic }),
  content: row.content,
  rendered_content: row.rendered,
  scheduled_delivery_timestamp: row.deliver_at,
  failed: row.state === 'failed',
})

/** The sender is left out, except in a message to oneself. */
function recipientsOf({ user_ids: ids, user_id: own }: ScheduledRow): number[] {
  const others = (ids ?? []).filter((id) => id !== own)
  return others.length > 0 ? others : [own]
}
