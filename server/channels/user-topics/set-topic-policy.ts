import { badRequest } from '../../../api/errors.ts'
import { findChannel } from '../../kernel/access/channel-access.ts'
import { users } from '../../kernel/log/audience.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import { checkTopic } from '../../kernel/texts/message-text.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { requireActiveReadableChannel } from './access.ts'
import type { MutedTopicsBackground } from './event-variants.ts'
import { type ChannelTopic, type OwnPolicy, POLICY, type Policy } from './policy.ts'
import { deletePolicies, mutedTopicsOf, type PolicyCause, policiesFor, savePolicies } from './queries.ts'
import { presentMutedTopics } from './user-topic-lists.ts'

/** The caller sets their policy for a topic. Policy 0 removes it. */
export async function setTopicPolicy(
  tx: CallTx,
  nameOrId: number | string,
  wantedTopic: string,
  policy: Policy,
): Promise<void> {
  const { actor } = tx
  const name = checkTopic(wantedTopic)
  if (policy !== POLICY.none) {
    const { id: channelId } = requireActiveReadableChannel(actor, nameOrId)
    await changePolicies(tx, { channelId, name }, [actor.user.id], policy)
    return
  }
  // Who has lost the channel may still remove what they set for it.
  const known = findChannel(actor, nameOrId)
  const channelId = known?.id ?? (typeof nameOrId === 'number' ? nameOrId : undefined)
  if (channelId === undefined || !actor.realm.channels.has(channelId)) throw badRequest('Invalid channel ID')
  const isRemoved = await removePolicy(tx, { channelId, name }, actor.user.id)
  if (!isRemoved && !known) throw badRequest('Invalid channel ID')
}

/** Whether there was one. */
async function removePolicy(tx: Tx, { channelId, name }: ChannelTopic, userId: number): Promise<boolean> {
  const key = topicKey(name)
  const before = (await policiesFor(tx.db, channelId, key, [userId])).get(userId)?.policy
  if (before === undefined) return false
  await deletePolicies(tx.db, [userId], channelId, key)
  emitPolicies(tx, { channelId, name }, [userId], POLICY.none)
  if (before === POLICY.muted) await emitMutedTopics(tx, [userId])
  return true
}

/** Some people get the same policy for a topic. Those who have it already get no event. */
export async function changePolicies(
  tx: Tx,
  { channelId, name }: ChannelTopic,
  userIds: readonly number[],
  policy: OwnPolicy,
  cause?: PolicyCause,
): Promise<void> {
  const name_key = topicKey(name)
  const before = await policiesFor(tx.db, channelId, name_key, userIds)
  const changed = userIds.filter((id) => before.get(id)?.policy !== policy)
  if (changed.length === 0) return
  const topic = { realm_id: tx.realm.id, channel_id: channelId, name_key, name, policy, updated_at: tx.now }
  await savePolicies(tx.db, changed, topic, cause)
  emitPolicies(tx, { channelId, name }, changed, policy)
  const isMuting = (id: number) => policy === POLICY.muted || before.get(id)?.policy === POLICY.muted
  await emitMutedTopics(tx, changed.filter(isMuting))
}

export function emitPolicies(
  tx: Tx,
  { channelId, name }: ChannelTopic,
  userIds: readonly number[],
  policy: Policy,
): void {
  tx.emit(
    { type: 'user_topic', stream_id: channelId, topic_name: name, last_updated: tx.now, visibility_policy: policy },
    users(...userIds),
  )
}

/** A row of the log carries the lists of this number of people. */
const PEOPLE_IN_A_ROW = 500

/** The old form of the event has the whole list of a person. */
export async function emitMutedTopics(tx: Tx, userIds: readonly number[]): Promise<void> {
  for (let start = 0; start < userIds.length; start += PEOPLE_IN_A_ROW) {
    const ids = userIds.slice(start, start + PEOPLE_IN_A_ROW)
    const rows = Map.groupBy(await mutedTopicsOf(tx.db, tx.realm.id, ids), (row) => row.user_id)
    const lists = ids.flatMap((id) => {
      const user = tx.realm.users.get(id)
      return user ? [[id, presentMutedTopics(tx.realm, user, rows.get(id) ?? [])] as const] : []
    })
    const background: MutedTopicsBackground = { lists: Object.fromEntries(lists) }
    tx.emit({ type: 'muted_topics', muted_topics: [] }, users(...ids), { background })
  }
}
