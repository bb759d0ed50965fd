import {
  createMessageReminder,
  deleteReminder as deleteReminderEndpoint,
  getReminders,
} from '../../../api/endpoints/reminders.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { route } from '../../kernel/http/route.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { findMessage } from '../message-access.ts'
import { requireFuture } from '../scheduled-messages/access.ts'
import { createReminder } from './create-reminder.ts'
import { deleteReminder } from './delete-reminder.ts'
import { presentReminder } from './present.ts'
import { listReminders } from './queries.ts'
import { announcement } from './reminder-text.ts'

export const reminderRoutes = {
  getReminders: route(getReminders, async ({ db, actor }) => {
    const rows = await listReminders(db, actor.realm.id, actor.user.id)
    return { reminders: rows.map(presentReminder) }
  }),

  createMessageReminder: route(createMessageReminder, async (call) => {
    const { ctx, actor, params } = call
    const { message_id: messageId, scheduled_delivery_timestamp: deliverAt } = params
    requireFuture(deliverAt, seconds(ctx.clock))
    const note = (params.note ?? '').trim()
    const site = ctx.siteOf(actor.realm)
    const content = announcement(actor, await findMessage(call.db, actor, messageId), site.url, note)
    const { html: rendered } = await renderContent(call, actor, site, content)
    const wanted = { messageId, deliverAt, note, content, rendered }
    return { reminder_id: await call.transact((tx) => createReminder(tx, wanted)) }
  }),

  deleteReminder: route(deleteReminderEndpoint, async (call) => {
    await call.transact((tx) => deleteReminder(tx, call.params.reminder_id))
    return {}
  }),
}
