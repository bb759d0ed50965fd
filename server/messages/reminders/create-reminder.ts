import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { findMessage } from '../message-access.ts'
import { requireFuture } from '../scheduled-messages/access.ts'
import { reminderJob } from './deliver-reminder.ts'
import { presentReminder } from './present.ts'
import { countReminders, insertReminder } from './queries.ts'

/** For each account: register returns all of them. */
const MAX_REMINDERS = 500

export interface NewReminder {
  readonly messageId: number
  readonly deliverAt: number
  readonly note: string
  /** The announcement in Markdown, and as HTML. */
  readonly content: string
  readonly rendered: string
}

export async function createReminder(tx: CallTx, wanted: NewReminder): Promise<number> {
  const { realm, user } = tx.actor
  const { messageId, deliverAt, note, content, rendered } = wanted
  requireFuture(deliverAt, tx.now)
  await findMessage(tx.db, tx.actor, messageId)
  if ((await countReminders(tx.db, realm.id, user.id)) >= MAX_REMINDERS)
    throw badRequest(`You can have at most ${MAX_REMINDERS} reminders.`)
  const row = await insertReminder(tx.db, {
    realm_id: realm.id,
    user_id: user.id,
    message_id: messageId,
    note,
    content,
    rendered,
    deliver_at: deliverAt,
  })
  tx.emit({ type: 'reminders', op: 'add', reminders: [presentReminder(row)] }, { to: 'users', ids: [user.id] })
  tx.after(reminderJob(row))
  return row.id
}
