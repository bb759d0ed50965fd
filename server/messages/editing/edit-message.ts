import type { EventOf } from '../../../api/events/index.ts'
import type { Attachment } from '../../../api/objects/attachment.ts'
import type { Rendering } from '../../../markdown/rendering.ts'
import { emitFirstMessage } from '../../channels/first-message.ts'
import { type Audience, users } from '../../log/audience.ts'
import type { EventData, PersonalFields } from '../../log/log-row.ts'
import type { CallTx } from '../../transaction/tx.ts'
import { replaceAttachments } from '../../uploads/release-attachments.ts'
import { movePolicies } from '../../user-topics/move-policies.ts'
import { peopleWithRows } from '../deleting/queries.ts'
import type { MessageRow } from '../fetching/queries.ts'
import { type FlagRow, flagRowsOf, type ReceivedIds, receivedAmong } from '../fetching/receivers.ts'
import { messageAudience, peopleIn } from '../message-audience.ts'
import { MESSAGE_BIT } from '../message-flags.ts'
import { flagsOf } from '../present.ts'
import { findChangeableMessage } from './access.ts'
import { checkEdit, type WantedEdit } from './check-edit.ts'
import { editContent } from './edit-content.ts'
import { emitLostMessages, movedState, moveMessages, newReaders, splitByAccess } from './move-messages.ts'
import { sendMoveNotices } from './move-notices.ts'
import { type MovePlan, planMove } from './plan-move.ts'

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
  const { shared, personal } = await fieldsFor(
    tx,
    { id: message.id, ids, received: own },
    peopleIn(tx.realm, told.audience),
  )
  const state = plan ? { state: movedState(plan) } : {}
  tx.emit({ ...event, ...shared } as EventData, told.audience, { personal, ...state })
  const detached = edit.content ? await changeFiles(tx, message, edit.content.rendering) : []
  if (!plan) return detached
  emitLostMessages(tx, plan, told.losing, received)
  await followMovedTopic(tx, plan)
  await sendMoveNotices(tx, plan, { toOld: edit.notifyOldTopic, toNew: edit.notifyNewTopic })
  return detached
}

/** Most messages link to no files, before and after. */
async function changeFiles(tx: CallTx, message: MessageRow, { attachments }: Rendering): Promise<Attachment[]> {
  const hadFiles = (message.mflags & MESSAGE_BIT.hasAttachment) !== 0
  return hadFiles || attachments.length > 0 ? replaceAttachments(tx, message.id, attachments) : []
}

/** The policies of people follow a whole topic. The first message of a channel may be another one now. */
async function followMovedTopic(tx: CallTx, { from, to, ids, isWhole, changesChannel }: MovePlan): Promise<void> {
  if (isWhole)
    await movePolicies(tx, {
      from: { channelId: from.channel.id, name: from.topic.name },
      to: { channelId: to.channel.id, name: to.topic },
      isMerge: to.existing !== undefined,
    })
  if (!changesChannel) return
  await emitFirstMessage(tx, from.channel, { left: ids })
  await emitFirstMessage(tx, to.channel, { entered: ids })
}

/** The rest differs from person to person. */
type UpdateEvent = Omit<EventOf<'update_message'>, 'id' | 'flags' | 'message_id' | 'message_ids'>

const placeOf = (tx: CallTx, { channel_id: id }: MessageRow): { stream_id?: number; stream_name?: string } =>
  id === null ? {} : { stream_id: id, stream_name: tx.realm.channels.get(id)!.name }

/** Who has the messages before the change; where history is protected also who has which. */
async function holdersOf(
  tx: CallTx,
  message: MessageRow,
  ids: readonly number[],
): Promise<{ audience: Audience; received: ReceivedIds | undefined }> {
  const channel = message.channel_id === null ? undefined : tx.realm.channels.get(message.channel_id)
  const received = channel?.historyPublic === false ? await receivedAmong(tx.db, ids) : undefined
  const copies = received ? [...received.keys()] : await peopleWithRows(tx.db, ids)
  const receivers = received && new Set(received.keys())
  return { audience: messageAudience(tx.realm, message, receivers, copies), received }
}

/** After a move to another channel: those who had the messages and may still read them, and the people of the channel. */
function readersAfter(tx: CallTx, plan: MovePlan, before: readonly number[]) {
  const { keeping, losing } = splitByAccess(tx, plan, before)
  return { audience: users(...new Set([...keeping, ...newReaders(tx, plan)])), losing }
}

interface ChangedMessages {
  readonly id: number
  readonly ids: readonly number[]
  readonly received: ReceivedIds | undefined
}

/**
 * The flags of the message for each person. Its id and those of the others are the same for everyone, unless history is
 * protected and somebody has not received all of them.
 */
async function fieldsFor(
  tx: CallTx,
  { id, ids, received }: ChangedMessages,
  people: readonly number[],
): Promise<{ shared: object; personal: PersonalFields }> {
  const rows = await flagRowsOf(tx.db, id, people)
  const idsOf = ({ user_id }: FlagRow) => received?.get(user_id) ?? ids
  if (rows.every((row) => idsOf(row).length === ids.length))
    return { shared: { message_id: id, message_ids: ids }, personal: grouped(rows, (row) => ({ flags: flagsOf(row) })) }
  const own = (row: FlagRow) => {
    const message_ids = idsOf(row)
    const message_id = message_ids.includes(id) ? id : message_ids[0]!
    return { flags: flagsOf(row), message_id, message_ids }
  }
  return { shared: {}, personal: grouped(rows, own) }
}

/** What most people have in common is stored once. */
function grouped(rows: readonly FlagRow[], fieldsOf: (row: FlagRow) => { readonly flags: readonly string[] }) {
  const fields = rows.map((row) => ({ id: row.user_id, own: fieldsOf(row) }))
  const groups = Map.groupBy(fields, ({ own }) => JSON.stringify(own))
  const [largest, ...smaller] = [...groups.values()].sort((a, b) => b.length - a.length)
  const differing = smaller.flat().map(({ id, own }) => [id, own] as const)
  return { of: Object.fromEntries(differing), others: largest?.[0]?.own ?? { flags: [] } }
}
