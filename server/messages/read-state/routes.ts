import {
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '../../../api/endpoints/flags.ts'
import { requireReadableChannel } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type CallerChange, route } from '../../kernel/http/route.ts'
import type { EditableFlag, FlagOperation, FlagsOutcome, FlagsPlan } from './flags-batch.ts'
import { findAroundAnchor } from './flags-for-narrow.ts'
import { markAllRead } from './mark-all-read.ts'
import { markConversationRead } from './mark-conversation-read.ts'
import { type FlagTarget, loadTargets } from './queries.ts'
import { readReceipts } from './read-receipts.ts'
import { unreadInTopic } from './unread-in-topic.ts'
import { checkFlag, checkOperation, flagsChange } from './update-flags.ts'

interface FlagsCall {
  readonly db: Db
  readonly actor: Actor
  submit(change: CallerChange<FlagsPlan, FlagsOutcome, readonly FlagTarget[]>): Promise<FlagsOutcome>
}

/** Changes a flag on these messages, as far as the caller may. */
async function changeFlags(
  call: FlagsCall,
  flag: EditableFlag,
  op: FlagOperation,
  wanted: readonly number[],
): Promise<FlagsOutcome> {
  const { db, actor } = call
  const readAt = actor.realm.seq
  const targets = await loadTargets(db, actor.realm.id, actor.user.id, wanted)
  return call.submit(flagsChange(actor, flag, op, wanted, targets, readAt))
}

export const readStateRoutes = {
  updateMessageFlags: route(updateMessageFlags, async (call) => {
    const { params } = call
    const op = checkOperation(params.op)
    const flag = checkFlag(params.flag)
    const { ignoredChannels } = await changeFlags(call, flag, op, [...new Set(params.messages)])
    return { messages: params.messages, ignored_because_not_subscribed_channels: [...ignoredChannels] }
  }),

  updateMessageFlagsForNarrow: route(updateMessageFlagsForNarrow, async (call) => {
    const { db, actor, params } = call
    const op = checkOperation(params.op)
    const flag = checkFlag(params.flag)
    const { ids, found_oldest, found_newest } = await findAroundAnchor(db, actor, params)
    const { ignoredChannels, updated } = await changeFlags(call, flag, op, ids)
    return {
      processed_count: ids.length,
      updated_count: updated,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      found_oldest,
      found_newest,
      ignored_because_not_subscribed_channels: [...ignoredChannels],
    }
  }),

  markAllAsRead: route(markAllAsRead, async (call) => {
    await call.transact(markAllRead)
    return { complete: true }
  }),

  markStreamAsRead: route(markStreamAsRead, async (call) => {
    await call.transact(async (tx) => {
      const channel = requireReadableChannel(tx.actor, call.params.stream_id)
      if (tx.realm.memberships.isSubscribed(tx.actor.user.id, channel.id))
        await markConversationRead(tx, [tx.actor.user.id], channel.convId)
    })
    return {}
  }),

  markTopicAsRead: route(markTopicAsRead, async (call) => {
    const { db, actor, params } = call
    // A topic of any size: the next piece begins where this one has ended.
    for (let pieces = 0; pieces < MOST_PIECES; pieces += 1) {
      const ids = await unreadInTopic(db, actor, params.stream_id, params.topic_name)
      if (ids.length === 0) break
      await changeFlags(call, 'read', 'add', ids)
    }
    return {}
  }),

  getReadReceipts: route(getReadReceipts, async ({ db, actor, params }) => ({
    user_ids: await readReceipts(db, actor, params.message_id),
  })),
}

/** Of a topic that is marked as read, in one request. */
const MOST_PIECES = 100
