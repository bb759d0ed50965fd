import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { PreparedSend } from '../sending/prepare-send.ts'
import { requireMaySend } from '../sending/send-prepared.ts'
import { alreadySent, findScheduled, notInFuture, requireFuture } from './access.ts'
import { deliveryJob } from './deliver-scheduled-message.ts'
import { columnsOf, type ScheduleRequest, wantedOf } from './prepare-scheduled.ts'
import { presentScheduled } from './present.ts'
import { type ScheduledRow, updateScheduled } from './queries.ts'

/** Absent fields stay as they are. */
export interface ScheduleEdit extends Partial<Omit<ScheduleRequest, 'topic'>> {
  readonly topic?: string
  readonly deliverAt?: number
}

/** The message after the edit, or undefined if only its time changes. */
export function editedMessage(row: ScheduledRow, edit: ScheduleEdit): ScheduleRequest | undefined {
  const { type, to, topic, content, deliverAt } = edit
  const isSameMessage = type === undefined && to === undefined && topic === undefined && content === undefined
  if (isSameMessage && deliverAt === undefined) throw badRequest('Nothing to change')
  if (row.state === 'sent') throw alreadySent()
  if (isSameMessage) return undefined
  const before = wantedOf(row)
  if (type !== undefined && type !== before.type) {
    if (to === undefined) throw badRequest('Recipient required when updating type of scheduled message.')
    if (type === 'channel' && topic === undefined)
      throw badRequest('Topic required when updating scheduled message type to channel.')
  }
  return {
    type: type ?? before.type,
    to: to ?? before.to,
    topic: topic ?? before.topic,
    content: content ?? before.content,
  }
}

/** Changes a message that is not sent yet. `before`: what the edit was prepared for. */
export async function editScheduledMessage(
  tx: CallTx,
  before: ScheduledRow,
  prepared: PreparedSend | undefined,
  deliverAt: number | undefined,
): Promise<void> {
  const row = await findScheduled(tx.db, tx.actor, before.id)
  if (row.state === 'sent') throw alreadySent()
  if (row.revision !== before.revision) throw badRequest('The scheduled message was changed meanwhile.')
  if (row.state === 'failed' && deliverAt === undefined) throw notInFuture()
  if (deliverAt !== undefined) requireFuture(deliverAt, tx.now)
  if (prepared) requireMaySend(tx.actor, prepared)
  const changed = await updateScheduled(tx.db, row, {
    ...(prepared ? columnsOf(prepared) : {}),
    deliver_at: deliverAt ?? row.deliver_at,
    state: 'pending',
    revision: row.revision + 1,
  })
  tx.emit(
    { type: 'scheduled_messages', op: 'update', scheduled_message: presentScheduled(changed) },
    { to: 'users', ids: [row.user_id] },
  )
  tx.after(deliveryJob(changed))
}
