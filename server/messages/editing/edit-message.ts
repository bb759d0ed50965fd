import type { Attachment } from '../../../api/objects/attachment.ts'
import type { Rendering } from '../../../markdown/rendering.ts'
import { emitFirstMessage } from '../../channels/first-message.ts'
import { movePolicies } from '../../channels/user-topics/move-policies.ts'
import { participateByMove } from '../../channels/user-topics/participate.ts'
import { MESSAGE_BIT } from '../../kernel/ledger/message-flags.ts'
import { users } from '../../kernel/log/audience.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { linkPreviewJob } from '../link-previews/link-preview-jobs.ts'
import { peopleIn } from '../message-audience.ts'
import type { MessageRow } from '../message-queries.ts'
import { fieldsFor, placeOf, type UpdateEvent } from '../update-event.ts'
import { replaceAttachments } from '../uploads/release-attachments.ts'
import type { EditRequest } from './check-edit.ts'
import { emitLostMessages, movedState } from './move-messages.ts'
import { sendMoveNotices } from './move-notices.ts'
import type { MovePlan } from './plan-move.ts'
import type { PreparedEdit } from './prepare-edit.ts'
import { keepsAccess, readersAfter } from './readers-after.ts'
import { finishPrepared, writeEdit } from './write-edit.ts'

/**
 * Changes the content of a message, or moves it and others of its topic, or both, with one event. Returns the caller's
 * files that no message links to any more.
 */
export async function editMessage(
  tx: CallTx,
  id: number,
  wanted: EditRequest,
  prepared?: PreparedEdit,
): Promise<Attachment[]> {
  const written = prepared ? await finishPrepared(tx, prepared) : await writeEdit(tx, id, wanted)
  const { message, edit, plan, audience, received, readers, fields, timestamp } = written
  const ids = plan?.ids ?? [message.id]
  const event: UpdateEvent = {
    type: 'update_message',
    user_id: tx.actor.user.id,
    rendering_only: false,
    edit_timestamp: timestamp,
    ...placeOf(tx, message),
    ...fields,
  }
  const own = plan?.changesChannel ? undefined : received
  const after = plan?.changesChannel && readersAfter(tx.realm, plan, peopleIn(tx.realm, audience), readers)
  const told = after ? users(...after.reading) : audience
  const { shared, parts } = fieldsFor(tx, { id: message.id, ids, received: own }, told)
  const state = plan ? { state: movedState(plan) } : {}
  tx.emit({ ...event, ...shared } as EventData, told, { ...parts, ...state })
  if (edit.content?.previewsLinks) tx.after(linkPreviewJob(message.id, tx.now))
  const detached = edit.content ? await changeFiles(tx, message, edit.content.rendering) : []
  if (!plan) return detached
  if (after) emitLostMessages(tx, plan, after.losing, received)
  await followMovedTopic(tx, plan)
  if (!plan.isRespelling) await sendMoveNotices(tx, plan, { toOld: edit.notifyOldTopic, toNew: edit.notifyNewTopic })
  return detached
}

/** Most messages link to no files, before and after. */
async function changeFiles(tx: CallTx, message: MessageRow, { attachments }: Rendering): Promise<Attachment[]> {
  const hadFiles = (message.mflags & MESSAGE_BIT.hasAttachment) !== 0
  return hadFiles || attachments.length > 0 ? replaceAttachments(tx, message.id, attachments) : []
}

/** The policies of people follow a whole topic. The first message of a channel may be another one now. */
async function followMovedTopic(tx: CallTx, plan: MovePlan): Promise<void> {
  const { from, to, ids, isWhole, changesChannel } = plan
  if (isWhole)
    await movePolicies(tx, {
      from: { channelId: from.channel.id, name: from.topic.name },
      to: { channelId: to.channel.id, name: to.topic },
      isMerge: to.existing !== undefined,
    })
  else if (!to.existing && !plan.isResolving) await startMovedPart(tx, plan)
  if (!changesChannel) return
  await emitFirstMessage(tx, from.channel, { left: ids })
  await emitFirstMessage(tx, to.channel, { entered: ids })
}

/** A part of a topic becomes a new one, which the sender of its first message has started, if they can read it there. */
async function startMovedPart(tx: CallTx, plan: MovePlan): Promise<void> {
  const { channel, topic: name } = plan.to
  const starter = tx.realm.users.get(plan.messages[0]!.sender_id)
  if (!starter?.isActive || !keepsAccess(tx.realm, plan, starter.id)) return
  await participateByMove(tx, { channel, name }, starter)
}
