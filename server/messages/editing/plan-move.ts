import { badRequest } from '../../../api/errors.ts'
import type { PropagateMode } from '../../../api/objects/message.ts'
import { hasHistoryAccess, requireReadableChannel } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { DecisionContext } from '../../kernel/transaction/tx.ts'
import type { MessageRow } from '../message-queries.ts'
import { requireMayCreateTopic, requireMayPost, requireTopicAllowed } from '../sending/access.ts'
import { isResolving } from '../stored-edit.ts'
import { requireMayChangeTopic, requireMayMoveOut, requireMayResolve, requireMoveInTime } from './access.ts'
import { type EditRequest, mismatch } from './check-edit.ts'
import { mostMoves } from './move-queries.ts'
import { countInTopic, findTopic, readableInTopic, type TopicMessage } from './queries.ts'

/** A topic by its row. */
interface TopicRow {
  readonly id: number
  readonly name: string
}

/** A move that has passed every check. */
export interface MovePlan {
  readonly message: MessageRow
  readonly mode: PropagateMode
  readonly messages: readonly TopicMessage[]
  readonly ids: readonly number[]
  readonly from: { readonly channel: Channel; readonly topic: TopicRow }
  readonly to: { readonly channel: Channel; readonly topic: string; readonly existing: TopicRow | undefined }
  /** Nothing stays behind. */
  readonly isWhole: boolean
  /** The topic changes by the prefix only. The channel may change too. */
  readonly isResolving: boolean
  /** The topic stays the same and only its spelling changes, for all its messages. */
  readonly isRespelling: boolean
  readonly changesTopic: boolean
  readonly changesChannel: boolean
}

/** A message that is moved back and forth for ever would become ever slower to read. */
const MAX_MOVES_OF_A_MESSAGE = 100

/** Which messages move where. Throws if the actor may not move them. */
export async function planMove(tx: DecisionContext, message: MessageRow, edit: EditRequest): Promise<MovePlan> {
  const { actor } = tx
  const source = tx.realm.channels.get(message.channel_id!)!
  const topic = { id: message.topic_id!, name: message.topic ?? '' }
  const target = edit.channelId === undefined ? source : requireTarget(actor, source, edit.channelId)
  const name = edit.topic ?? topic.name
  const changesTopic = edit.topic !== undefined
  const changesChannel = target.id !== source.id
  const isRespelling = changesTopic && !changesChannel && topicKey(name) === topicKey(topic.name)
  const resolving = edit.mode === 'change_all' && isResolving(topic.name, name)
  if (resolving) requireMayResolve(actor, [source, target])
  else if (changesTopic) requireMayChangeTopic(actor, [source, target])
  const existing = await findTopic(tx.db, target.id, name)
  requireTopicAllowed(actor, target, name)
  if (!existing && (changesChannel || !resolving)) requireMayCreateTopic(actor, target)
  const isShared = hasHistoryAccess(tx.realm, actor.user, source)
  const messages = await movedMessages(tx, message, isShared, edit.mode)
  requireExpected(idsOf(messages), edit)
  const timed = { changesTopic: changesTopic && !resolving, changesChannel, mode: edit.mode, messages }
  requireMoveInTime(actor, timed, tx.now)
  const moved = isRespelling ? await allInTopic(tx, topic.id) : messages
  const ids = idsOf(moved)
  if (changesChannel && (await mostMoves(tx.db, tx.realm.id, ids)) >= MAX_MOVES_OF_A_MESSAGE)
    throw badRequest(`A message can be moved between channels at most ${MAX_MOVES_OF_A_MESSAGE} times.`)
  const isAll = isRespelling || (edit.mode === 'change_all' && isShared)
  const isWhole = isAll || ids.length === (await countInTopic(tx.db, topic.id))
  return {
    message,
    mode: edit.mode,
    messages: moved,
    ids,
    from: { channel: source, topic },
    to: { channel: target, topic: existing && existing.id !== topic.id ? existing.name : name, existing },
    isWhole,
    isResolving: resolving,
    isRespelling,
    changesTopic,
    changesChannel,
  }
}

function requireTarget(actor: Actor, source: Channel, channelId: number): Channel {
  requireMayMoveOut(actor, source)
  const target = requireReadableChannel(actor, channelId)
  if (target.isArchived) throw badRequest('Invalid channel ID')
  requireMayPost(actor, target)
  return target
}

/** Only what the actor may read: the rest of the topic stays where it is. */
function movedMessages(
  tx: DecisionContext,
  message: MessageRow,
  isShared: boolean,
  mode: PropagateMode,
): Promise<TopicMessage[]> | TopicMessage[] {
  if (mode === 'change_one') return [message]
  return readableInTopic(tx.db, tx.actor.user.id, {
    id: message.topic_id!,
    isShared,
    from: mode === 'change_later' ? message.id : 0,
  })
}

/** A topic has one spelling, also for messages that the actor may not read. */
const allInTopic = (tx: DecisionContext, id: number): Promise<TopicMessage[]> =>
  readableInTopic(tx.db, tx.actor.user.id, { id, isShared: true, from: 0 })

export const idsOf = (messages: readonly TopicMessage[]): number[] => messages.map(({ id }) => id)

export function requireExpected(ids: readonly number[], { expectedLastId, expectedCount }: EditRequest): void {
  if (expectedLastId !== undefined && ids.at(-1) !== expectedLastId) throw mismatch('expected_last_message_id')
  if (expectedCount !== undefined && ids.length !== expectedCount) throw mismatch('expected_message_count')
}
