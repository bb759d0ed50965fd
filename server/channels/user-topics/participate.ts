import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { type AutomaticPolicy, automaticPolicy } from './policy.ts'
import { policiesFor, startsTopic } from './queries.ts'
import { raisePolicies, unmetPolicies } from './raise-policies.ts'

/** What the automatic policies need of a request, or of a transaction that sends for somebody. */
interface Participant {
  readonly db: Db
  readonly actor: Actor
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

interface Topic {
  readonly channel: Channel
  readonly name: string
}

/** A message to a channel that was just sent. */
interface SentMessage {
  readonly id: number
  /** False if it is certain that the topic existed before. */
  readonly mayStartTopic: boolean
}

/**
 * Follows or unmutes the topic of a message for its sender. Returns the policy that the sender got by sending it. Nearly
 * every send changes no policy and needs no statement here.
 */
export async function participateBySending(
  call: Participant,
  topic: Topic,
  sent: SentMessage,
): Promise<AutomaticPolicy | null> {
  const { user } = call.actor
  const policy = await policyOfSender(call, topic, sent)
  if (policy === undefined) return null
  await raiseOwn(call, topic, policy, sent.id)
  const key = topicKey(topic.name)
  const stored = (await policiesFor(call.db, topic.channel.id, key, [user.id])).get(user.id)
  return stored?.set_by === sent.id ? policy : null
}

/** The same after a reaction to a message in the topic. */
export async function participateByReacting(call: Participant, topic: Topic): Promise<void> {
  const { realm, user } = call.actor
  const policy = automaticPolicy(realm, user, topic.channel, 'react')
  if (policy !== undefined) await raiseOwn(call, topic, policy)
}

/**
 * The same for the sender of the first message of a topic that a move has made: it counts as started by them. They did
 * not make the move themselves, so a topic that they had muted stays muted.
 */
export async function participateByMove(tx: Tx, { channel, name }: Topic, sender: User): Promise<void> {
  const policy = automaticPolicy(tx.realm, sender, channel, 'start')
  if (policy === undefined) return
  await raisePolicies(tx, { channelId: channel.id, name }, new Map([[sender.id, { policy, evenIfMuted: false }]]))
}

/** Whether the message starts its topic is asked only if it makes a difference. */
async function policyOfSender(
  call: Participant,
  { channel, name }: Topic,
  { id, mayStartTopic }: SentMessage,
): Promise<AutomaticPolicy | undefined> {
  const { realm, user } = call.actor
  const bySending = automaticPolicy(realm, user, channel, 'send')
  if (!mayStartTopic) return bySending
  const byStarting = automaticPolicy(realm, user, channel, 'start')
  if (byStarting === bySending) return bySending
  return (await startsTopic(call.db, channel.id, topicKey(name), id)) ? byStarting : bySending
}

async function raiseOwn(call: Participant, topic: Topic, policy: AutomaticPolicy, messageId?: number): Promise<void> {
  const { id: userId } = call.actor.user
  const place = { channelId: topic.channel.id, name: topic.name }
  const wanted = new Map([[userId, { policy, evenIfMuted: true }]])
  // Mostly the policy is there already, and no transaction is needed.
  if ((await unmetPolicies(call.db, place, wanted)).size === 0) return
  const cause = messageId === undefined ? undefined : { userIds: [userId], messageId }
  await call.transact((tx) => raisePolicies(tx, place, wanted, cause))
}
