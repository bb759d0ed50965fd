import { hasContentAccess } from '../../kernel/access/channel-access.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { type ChannelTopic, isMoreVisible, type OwnPolicy, POLICY, type Policy } from './policy.ts'
import { deletePolicies, moveStoredPolicies, policiesOfTopic, savePolicies } from './queries.ts'
import { emitMutedTopics, emitPolicies } from './set-topic-policy.ts'

interface MovedTopic {
  readonly from: ChannelTopic
  readonly to: ChannelTopic
  /** The new topic had messages before. Then people keep the more visible of their two policies. */
  readonly isMerge: boolean
}

/**
 * What people have set for a topic follows it when all of it is moved. Who may not read the new channel loses the policy
 * with the messages.
 */
export async function movePolicies(tx: Tx, { from, to, isMerge }: MovedTopic): Promise<void> {
  const [fromKey, toKey] = [topicKey(from.name), topicKey(to.name)]
  if (from.channelId === to.channelId && fromKey === toKey) return
  const before = await policiesOfTopic(tx.db, tx.realm.id, from.channelId, fromKey)
  const there = await policiesOfTopic(tx.db, tx.realm.id, to.channelId, toKey)
  if (before.size === 0 && (!isMerge || there.size === 0)) return
  const changes = changesOf(tx, { from, to, isMerge }, before, there)
  // Usually nobody has set anything for the new name, and the rows just move.
  if (there.size === 0) await moveStoredPolicies(tx.db, [...changes.keys()], from, to, tx.now)
  await removePolicies(tx, from, [...before.keys()])
  for (const policy of [POLICY.muted, POLICY.unmuted, POLICY.followed] as const) {
    const userIds = idsWith(changes, policy)
    if (userIds.length === 0) continue
    if (there.size > 0) await givePolicy(tx, to, userIds, policy)
    emitPolicies(tx, to, userIds, policy)
  }
  await removePolicies(tx, to, idsWith(changes, POLICY.none))
  const isMuting = (id: number) => [before.get(id), there.get(id), changes.get(id)].includes(POLICY.muted)
  await emitMutedTopics(tx, [...new Set([...before.keys(), ...changes.keys()])].filter(isMuting))
}

/** The new policies of people who get another one for the new topic than they had. */
function changesOf(
  tx: Tx,
  { to, isMerge }: MovedTopic,
  before: ReadonlyMap<number, OwnPolicy>,
  there: ReadonlyMap<number, OwnPolicy>,
): Map<number, Policy> {
  const channel = tx.realm.channels.get(to.channelId)!
  const changes = new Map<number, Policy>()
  for (const id of new Set([...before.keys(), ...(isMerge ? there.keys() : [])])) {
    const user = tx.realm.users.get(id)
    if (!user || !hasContentAccess(tx.realm, user, channel)) continue
    const [moved, own] = [before.get(id) ?? POLICY.none, there.get(id) ?? POLICY.none]
    const policy = isMerge && !isMoreVisible(moved, own) ? own : moved
    if (policy !== own) changes.set(id, policy)
  }
  return changes
}

const idsWith = (changes: ReadonlyMap<number, Policy>, policy: Policy): number[] =>
  [...changes].filter(([, one]) => one === policy).map(([id]) => id)

async function givePolicy(tx: Tx, place: ChannelTopic, userIds: readonly number[], policy: OwnPolicy): Promise<void> {
  const { channelId: channel_id, name } = place
  const topic = { realm_id: tx.realm.id, channel_id, name_key: topicKey(name), name, policy, updated_at: tx.now }
  await savePolicies(tx.db, userIds, topic, undefined)
}

async function removePolicies(tx: Tx, place: ChannelTopic, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await deletePolicies(tx.db, userIds, place.channelId, topicKey(place.name))
  emitPolicies(tx, place, userIds, POLICY.none)
}

/** A deleted topic has no policies any more. */
export async function resetPolicies(tx: Tx, place: ChannelTopic): Promise<void> {
  const policies = await policiesOfTopic(tx.db, tx.realm.id, place.channelId, topicKey(place.name))
  await removePolicies(tx, place, [...policies.keys()])
  await emitMutedTopics(
    tx,
    [...policies].filter(([, policy]) => policy === POLICY.muted).map(([id]) => id),
  )
}
