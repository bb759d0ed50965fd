import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { findMessage } from '../message-access.ts'
import { sendRendered } from '../sending/send-in-transaction.ts'
import { INTERNAL_CLIENT } from '../sending/send-notice.ts'
import { deleteReminderRow, loadReminder, markReminderFailed, type ReminderRow } from './queries.ts'
import { withoutMessage, withQuote } from './reminder-text.ts'

interface Delivery {
  readonly id: number
}

export const reminderDelivery = jobKind<Delivery>('reminder')

export const reminderJob = ({ id, deliver_at: time }: ReminderRow): LoggedJob =>
  reminderDelivery.job({ id }, { runAt: time * 1000, key: `reminder ${id}` })

/**
 * Sends the reminder as a direct message of the notification bot, however late it is. The text is made now, so it shows
 * the message as it is, and only to somebody who may still read it. The send and the removal are one transaction.
 */
export async function deliverReminder(context: WorkContext, realm: RealmState, { id }: Delivery): Promise<void> {
  const { db } = context.database
  const due = await loadReminder(db, realm.id, id)
  if (!due || due.failed) return
  const site = context.siteOf(realm)
  const owner = ownerOf(realm, due)
  const content = owner && (await textOf(db, owner, due, site.url))
  const rendering = owner && content && (await renderContent(context.database, owner, site, content))
  await context.transact(realm.id, async (tx) => {
    const row = await loadReminder(tx.db, realm.id, id)
    if (!row || row.failed) return
    const current = ownerOf(tx.realm, row)
    if (!current || !content || !rendering) {
      await markReminderFailed(tx.db, row)
      return
    }
    // The message was edited, or access to it changed, since the text was made: the next try makes a new one.
    if ((await textOf(tx.db, current, row, site.url)) !== content)
      throw new Error(`the message of reminder ${id} changed while the reminder was prepared`)
    await sendRendered(
      tx,
      { senderId: tx.realm.systemBot('notification').id, to: { userIds: [row.user_id] }, content },
      rendering,
    )
    await remove(tx, row)
  })
}

async function remove(tx: Tx, row: ReminderRow): Promise<void> {
  await deleteReminderRow(tx.db, row)
  tx.emit({ type: 'reminders', op: 'remove', reminder_id: row.id }, { to: 'users', ids: [row.user_id] })
}

/** Undefined while the account is deactivated. */
function ownerOf(realm: RealmState, { user_id: id }: ReminderRow): Actor | undefined {
  const user = realm.users.get(id)
  return user?.isActive ? { realm, user, client: INTERNAL_CLIENT, address: null } : undefined
}

async function textOf(db: Db, owner: Actor, { message_id: id, note }: ReminderRow, url: string): Promise<string> {
  try {
    return withQuote(owner, await findMessage(db, owner, id), { url, note })
  } catch (error) {
    if (error instanceof ApiError) return withoutMessage(note)
    throw error
  }
}
