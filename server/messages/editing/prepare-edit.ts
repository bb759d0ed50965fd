import { hasHistoryAccess } from '../../kernel/access/channel-access.ts'
import type { Audience } from '../../kernel/log/audience.ts'
import type { CallTx, DecisionContext } from '../../kernel/transaction/tx.ts'
import { findChangeableMessage } from '../message-access.ts'
import { messageAudience, peopleIn } from '../message-audience.ts'
import type { MessageRow } from '../message-queries.ts'
import { holdersOutside, type ReceivedIds } from '../receivers.ts'
import { holdersOf } from '../update-event.ts'
import { checkEdit, type EditRequest } from './check-edit.ts'
import { editContent, type MentionChange } from './edit-content.ts'
import { moveMessages, type WrittenMove } from './move-messages.ts'
import { type MovePlan, planMove } from './plan-move.ts'
import { countInTopic, findTopic, readableInTopic, type TopicMessage } from './queries.ts'
import { type DecidedReaders, decideReaders } from './readers-after.ts'

interface EditPreparation {
  /** The position of memory before everything else was read. */
  readonly readAt: number
  readonly message: MessageRow
  readonly edit: EditRequest
  readonly timestamp: number
}

interface PreparedContent extends EditPreparation {
  readonly holders: { readonly audience: Audience; readonly received: ReceivedIds | undefined }
  readonly mentions: MentionChange
}

export interface PreparedMove extends EditPreparation {
  readonly plan: MovePlan
  readonly move: WrittenMove
  /** Who may have had the messages besides the people of the channel. */
  readonly outside: readonly number[]
  /** If the channel changes. */
  readonly readers: DecidedReaders | undefined
  /** Messages that were sent to the topic since, and move too. */
  readonly added: readonly TopicMessage[]
}

/** An edit whose messages are written, but neither its topics, nor what people have, nor its events. */
export type PreparedEdit = PreparedContent | PreparedMove

/** Prepares an edit before the lane. Undefined if all of it must be done inside. */
export async function prepareEdit(
  before: DecisionContext,
  id: number,
  wanted: EditRequest,
): Promise<PreparedEdit | undefined> {
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
  const people = peopleIn(realm, messageAudience(realm, message, undefined, outside))
  const readers = plan.changesChannel ? decideReaders(realm, plan, people) : undefined
  return { ...prepared, plan, outside, readers, move: await moveMessages(before, plan), added: [] }
}

/** Where history is protected, who has which messages must be known for each of them, inside the lane. */
function isSharedEverywhere(
  { realm, actor }: DecisionContext,
  message: MessageRow,
  { channelId }: EditRequest,
): boolean {
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
