import { emitFirstMessage } from '../../channels/first-message.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { deleteFromTopic } from '../deleting/delete-messages.ts'
import { type ExpiredMessage, expiredConversations, expiredMessages, hasRetention } from './queries.ts'
import { retentionRules } from './rules.ts'

/** The number of messages and topics that one transaction deletes. Others wait for it. */
const MESSAGES_IN_A_PIECE = 100
const TOPICS_IN_A_PIECE = 10
const CONVERSATIONS_AT_ONCE = 100

/**
 * Deletes the messages of an organization that are older than its settings allow. Works piece by piece, and may be cut
 * short at any point: what is left is found again.
 */
export async function deleteExpired(context: WorkContext, realmId: number, signal: AbortSignal): Promise<void> {
  if (!(await hasRetention(context.database.db, realmId))) return
  const { state: realm } = await context.realms.live(realmId)
  let total = 0
  try {
    for (;;) {
      const deleted = await deleteRound(context, realm, signal)
      if (deleted === 0) return
      total += deleted
    }
  } finally {
    if (total > 0)
      await context.transact(realm.id, async (tx) =>
        tx.audit({
          action: 'expired messages deleted',
          target: { kind: 'realm', id: realm.id },
          details: { messages: total },
        }),
      )
  }
}

/** Returns the number of deleted messages. */
async function deleteRound(context: WorkContext, realm: RealmState, signal: AbortSignal): Promise<number> {
  const rules = retentionRules(realm, seconds(context.clock))
  if (rules.channels.size === 0 && rules.direct === undefined) return 0
  const found = await expiredConversations(context.database.db, realm.id, rules, CONVERSATIONS_AT_ONCE)
  let total = 0
  for (const convId of found) {
    const rewriting = { conversations: async () => [convId] }
    let deleted = -1
    while (deleted !== 0) {
      signal.throwIfAborted()
      deleted = await context.transact(realm.id, (tx) => deletePiece(tx, convId), rewriting)
      total += deleted
    }
  }
  return total
}

/** The settings may have changed since the conversation was found, so they are read again inside. */
async function deletePiece(tx: Tx, convId: number): Promise<number> {
  const rules = retentionRules(tx.realm, tx.now)
  const own = rules.channels.get(convId)
  const isChannel = own !== undefined || [...tx.realm.channels.values()].some((channel) => channel.convId === convId)
  const before = isChannel ? own?.before : rules.direct
  if (before === undefined) return 0
  const found = await expiredMessages(tx.db, tx.realm.id, convId, before, MESSAGES_IN_A_PIECE)
  const topics = [...Map.groupBy(found, (message) => message.topic_id).values()].slice(0, TOPICS_IN_A_PIECE)
  for (const messages of topics) await deleteFromTopic(tx, placeOf(own?.channel.id, messages[0]!), messages)
  const deleted = topics.flat()
  if (own && deleted.length > 0) await emitFirstMessage(tx, own.channel, { left: deleted.map((one) => one.id) })
  return deleted.length
}

const placeOf = (channelId: number | undefined, { members, topic_id, topic }: ExpiredMessage) => ({
  channel_id: channelId ?? null,
  members,
  topic_id,
  topic,
})
