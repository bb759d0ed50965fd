import { hasHistoryAccess } from '../../kernel/access/channel-access.ts'
import type { Audience } from '../../kernel/log/audience.ts'
import type { CallTx, Deciding } from '../../kernel/transaction/tx.ts'
import type { MessageRow } from '../fetching/queries.ts'
import { holdersOutside, type ReceivedIds } from '../fetching/receivers.ts'
import { findChangeableMessage } from './access.ts'
import { checkEdit, type WantedEdit } from './check-edit.ts'
import { editContent, type MentionChange } from './edit-content.ts'
import { moveMessages, type WrittenMove } from './move-messages.ts'
import { type MovePlan, planMove } from './plan-move.ts'
import { countInTopic, findTopic, readableInTopic, type TopicMessage } from './queries.ts'
import { holdersOf } from './update-event.ts'

interface Prepared {
  /** The position of memory before everything else was read. */
  readonly readAt: number
  readonly message: MessageRow
  readonly edit: WantedEdit
  readonly timestamp: number
}

interface PreparedContent extends Prepared {
  readonly holders: { readonly audience: Audience; readonly received: ReceivedIds | undefined }
  readonly mentions: MentionChange
}

export interface PreparedMove extends Prepared {
  readonly plan: MovePlan
  readonly move: WrittenMove
  /** Who may have had the messages besides the people of the channel. */
  readonly outside: readonly number[]
  /** Messages that were sent to the topic since, and move too. */
  readonly added: readonly TopicMessage[]
}

/** An edit whose messages are written, but neither its topics, nor what people have, nor its events. */
export type PreparedEdit = PreparedContent | PreparedMove

/** Prepares an edit before the lane. Undefined if all of it must be done inside. */
export async function prepareEdit(before: Deciding, id: number, wanted: WantedEdit): Promise<PreparedEdit | undefined> {
  const { realm, db } = before
  const readAt = realm.seq
  const message = await findChangeableMessage(db, before.actor, id)
  const edit = checkEdit(message, wanted)
  const prepared = { readAt, message, edit, timestamp: before.now }
  const isMove = edit.topic !== undefined || edit.channelId !== undefined
  if (!isMove) {
    const holders = await holdersOf(before, message, [id])
    return { ...prepared, holders, mentions: await editContent(before, message, edit.content!) }
  }
  if (edit.content || !isSharedEverywhere(before, message, edit)) return undefined
  const plan = await planMove(before, message, edit)
  const outside = await holdersOutside(db, plan.from.channel.convId, plan.ids)
  return { ...prepared, plan, outside, move: await moveMessages(before, plan), added: [] }
}

/** Where history is protected, who has which messages must be known for each of them, inside the lane. */
function isSharedEverywhere({ realm, actor }: Deciding, message: MessageRow, { channelId }: WantedEdit): boolean {
  const from = message.channel_id === null ? undefined : realm.channels.get(message.channel_id)
  const to = channelId === undefined ? from : realm.channels.get(channelId)
  if (!from || !to) return false
  return from.historyPublic && to.historyPublic && hasHistoryAccess(realm, actor.user, from)
}

/** Called inside the lane. Undefined if something changed since that the edit depends on. */
export async function refreshEdit(tx: CallTx, prepared: PreparedEdit): Promise<PreparedEdit | undefined> {
  // Messages and reactions of others change nothing about this one.
  if ('mentions' in prepared) return tx.realm.otherAt <= prepared.readAt ? prepared : undefined
  if (tx.realm.changedAt > prepared.readAt) return undefined
  const { plan, move } = prepared
  const { from, to } = plan
  const existing = await findTopic(tx.db, to.channel.id, to.topic)
  if (existing?.id !== to.existing?.id) return undefined
  const added = plan.mode === 'change_one' && !plan.isRespelling ? [] : await sentSince(tx, plan)
  if (plan.isWhole) {
    const stayed = move.renamedAt === undefined ? 0 : plan.ids.length
    if ((await countInTopic(tx.db, from.topic.id)) !== stayed + added.length) return undefined
  }
  return { ...prepared, added }
}

const sentSince = (tx: CallTx, { from, ids }: MovePlan): Promise<TopicMessage[]> =>
  readableInTopic(tx.db, tx.actor.user.id, { id: from.topic.id, isShared: true, from: ids.at(-1)! + 1 })
