import type { Audience } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { peopleWithRows } from '../deleting/queries.ts'
import { findChangeableMessage } from '../message-access.ts'
import { messageAudience } from '../message-audience.ts'
import type { MessageRow } from '../message-queries.ts'
import { holdersOutside, type ReceivedIds } from '../receivers.ts'
import { holdersOf } from '../update-event.ts'
import { checkEdit, type EditRequest } from './check-edit.ts'
import { type ContentFields, changeMentions, contentFields, editContent } from './edit-content.ts'
import { finishMove, giveMoved, type MoveFields, moveFields, moveMessages } from './move-messages.ts'
import { idsOf, type MovePlan, planMove, requireExpected } from './plan-move.ts'
import type { PreparedEdit, PreparedMove } from './prepare-edit.ts'
import type { DecidedReaders } from './readers-after.ts'

/** An edit in the database, before its events. */
interface WrittenEdit {
  readonly message: MessageRow
  readonly edit: EditRequest
  readonly plan: MovePlan | undefined
  /** Who had the messages before. */
  readonly audience: Audience
  readonly received: ReceivedIds | undefined
  readonly readers?: DecidedReaders | undefined
  readonly fields: Partial<ContentFields> & Partial<MoveFields>
  readonly timestamp: number
}

/** Does everything inside the lane. */
export async function writeEdit(tx: CallTx, id: number, wanted: EditRequest): Promise<WrittenEdit> {
  const message = await findChangeableMessage(tx.db, tx.actor, id)
  const edit = checkEdit(message, wanted)
  const isMove = edit.topic !== undefined || edit.channelId !== undefined
  const plan = isMove ? await planMove(tx, message, edit) : undefined
  const holders = await holdersOf(tx, message, plan?.ids ?? [message.id])
  if (edit.content) await changeMentions(tx, message, await editContent(tx, message, edit.content))
  if (plan) {
    await giveMoved(tx, plan)
    await finishMove(tx, plan, await moveMessages(tx, plan))
  }
  return { message, edit, plan, ...holders, fields: fieldsOf(tx, message, edit, plan), timestamp: tx.now }
}

const fieldsOf = (tx: CallTx, message: MessageRow, { content }: EditRequest, plan: MovePlan | undefined) => ({
  ...(plan ? moveFields(tx, plan) : {}),
  ...(content ? contentFields(message, content) : {}),
})

/** Does the rest of an edit that was prepared before the lane. */
export async function finishPrepared(tx: CallTx, prepared: PreparedEdit): Promise<WrittenEdit> {
  const { message, edit, timestamp } = prepared
  if ('mentions' in prepared) {
    await changeMentions(tx, message, prepared.mentions)
    const fields = fieldsOf(tx, message, edit, undefined)
    return { message, edit, plan: undefined, ...prepared.holders, fields, timestamp }
  }
  const plan = withAdded(prepared)
  requireExpected(plan.ids, edit)
  const audience = await audienceNow(tx, prepared, plan.ids)
  await finishMove(tx, plan, prepared.move, idsOf(prepared.added))
  const fields = fieldsOf(tx, message, edit, plan)
  return { message, edit, plan, audience, received: undefined, readers: prepared.readers, fields, timestamp }
}

const withAdded = ({ plan, added }: PreparedMove): MovePlan =>
  added.length === 0 ? plan : { ...plan, messages: [...plan.messages, ...added], ids: [...plan.ids, ...idsOf(added)] }

/** Nobody has joined or left since, but people may have starred messages, and others may have those that were added. */
async function audienceNow(
  tx: CallTx,
  { readAt, message, plan: { from }, outside, added }: PreparedMove,
  ids: readonly number[],
): Promise<Audience> {
  const withRows = tx.realm.otherAt > readAt ? await peopleWithRows(tx.db, ids) : []
  const ofAdded = added.length === 0 ? [] : await holdersOutside(tx.db, from.channel.convId, idsOf(added))
  return messageAudience(tx.realm, message, undefined, [...outside, ...withRows, ...ofAdded])
}
