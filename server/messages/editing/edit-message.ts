import type { Attachment } from '../../../api/objects/attachment.ts'
import type { Rendering } from '../../../markdown/rendering.ts'
import { emitFirstMessage } from '../../channels/first-message.ts'
import { movePolicies } from '../../channels/user-topics/move-policies.ts'
import { participateByMove } from '../../channels/user-topics/participate.ts'
import { MESSAGE_BIT } from '../../kernel/ledger/message-flags.ts'
import { users } from '../../kernel/log/audience.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { MessageRow } from '../fetching/queries.ts'
import { linkPreviewJob } from '../link-previews/link-preview-jobs.ts'
import { peopleIn } from '../message-audience.ts'
import { replaceAttachments } from '../uploads/release-attachments.ts'
import { findChangeableMessage } from './access.ts'
import { checkEdit, type WantedEdit } from './check-edit.ts'
import { editContent } from './edit-content.ts'
import { emitLostMessages, movedState, moveMessages, newReaders, splitByAccess } from './move-messages.ts'
import { sendMoveNotices } from './move-notices.ts'
import { type MovePlan, planMove } from './plan-move.ts'
import { fieldsFor, holdersOf, placeOf, type UpdateEvent } from './update-event.ts'

/**
 * Changes the content of a message, or moves it and others of its topic, or both, with one event. Returns the caller's
 * files that no message links to any more.
 */
export async function editMessage(tx: CallTx, id: number, wanted: WantedEdit): Promise<Attachment[]> {
  const message = await findChangeableMessage(tx.db, tx.actor, id)
  const edit = checkEdit(message, wanted)
  const isMove = edit.topic !== undefined || edit.channelId !== undefined
  const plan = isMove ? await planMove(tx, message, edit) : undefined
  const ids = plan?.ids ?? [message.id]
  const { audience, received } = await holdersOf(tx, message, ids)
  const content = edit.content ? await editContent(tx, message, edit.content) : {}
  const moved = plan ? await moveMessages(tx, plan) : {}
  const event: UpdateEvent = {
    type: 'update_message',
    user_id: tx.actor.user.id,
    rendering_only: false,
    edit_timestamp: tx.now,
    ...placeOf(tx, message),
    ...moved,
    ...content,
  }
  const own = plan?.changesChannel ? undefined : received
  const told = plan?.changesChannel ? readersAfter(tx, plan, peopleIn(tx.realm, audience)) : { audience, losing: [] }
  const { shared, parts } = fieldsFor(tx, { id: message.id, ids, received: own }, told.audience)
  const state = plan ? { state: movedState(plan) } : {}
  tx.emit({ ...event, ...shared } as EventData, told.audience, { ...parts, ...state })
  if (edit.content?.previewsLinks) tx.after(linkPreviewJob(message.id, tx.now))
  const detached = edit.content ? await changeFiles(tx, message, edit.content.rendering) : []
  if (!plan) return detached
  emitLostMessages(tx, plan, told.losing, received)
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
  if (!starter?.isActive || splitByAccess(tx, plan, [starter.id]).losing.length > 0) return
  await participateByMove(tx, { channel, name }, starter)
}

/** After a move to another channel: those who had the messages and may still read them, and the people of the channel. */
function readersAfter(tx: CallTx, plan: MovePlan, before: readonly number[]) {
  const { keeping, losing } = splitByAccess(tx, plan, before)
  return { audience: users(...new Set([...keeping, ...newReaders(tx, plan)])), losing }
}
