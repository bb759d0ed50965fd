import {
  createScheduledMessage,
  deleteScheduledMessage as deleteScheduledMessageEndpoint,
  getScheduledMessages,
  updateScheduledMessage,
} from '../../../api/endpoints/scheduled-messages.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { route } from '../../kernel/http/route.ts'
import { findScheduled, requireFuture } from './access.ts'
import { deleteScheduledMessage } from './delete-scheduled-message.ts'
import { editedMessage, editScheduledMessage, type ScheduleEdit } from './edit-scheduled-message.ts'
import { messageType, prepareScheduled } from './prepare-scheduled.ts'
import { presentScheduled } from './present.ts'
import { listScheduled } from './queries.ts'
import { scheduleMessage } from './schedule-message.ts'

export const scheduledMessageRoutes = {
  getScheduledMessages: route(getScheduledMessages, async ({ db, actor }) => {
    const rows = await listScheduled(db, actor.realm.id, actor.user.id)
    return { scheduled_messages: rows.map(presentScheduled) }
  }),

  createScheduledMessage: route(createScheduledMessage, async (call) => {
    const { ctx, actor, params } = call
    const { type, to, topic, content, scheduled_delivery_timestamp: deliverAt, read_by_sender: readBySender } = params
    requireFuture(deliverAt, seconds(ctx.clock))
    const wanted = { type: messageType(type), to, topic, content }
    const prepared = await prepareScheduled(actor, wanted, { call, site: ctx.siteOf(actor.realm) })
    const id = await call.transact((tx) => scheduleMessage(tx, { prepared, deliverAt, readBySender }))
    return { scheduled_message_id: id }
  }),

  updateScheduledMessage: route(updateScheduledMessage, async (call) => {
    const { ctx, actor, params } = call
    const { type, to, topic, content, scheduled_delivery_timestamp: deliverAt } = params
    const row = await findScheduled(call.db, actor, params.scheduled_message_id)
    const edit: ScheduleEdit = {
      ...(type === undefined ? {} : { type: messageType(type) }),
      ...(to === undefined ? {} : { to }),
      ...(topic === undefined ? {} : { topic }),
      ...(content === undefined ? {} : { content }),
      ...(deliverAt === undefined ? {} : { deliverAt }),
    }
    const wanted = editedMessage(row, edit)
    const site = ctx.siteOf(actor.realm)
    const prepared = wanted && (await prepareScheduled(actor, wanted, { call, site }))
    await call.transact((tx) => editScheduledMessage(tx, row, prepared, deliverAt))
    return {}
  }),

  deleteScheduledMessage: route(deleteScheduledMessageEndpoint, async (call) => {
    await call.transact((tx) => deleteScheduledMessage(tx, call.params.scheduled_message_id))
    return {}
  }),
}
