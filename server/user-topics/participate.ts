import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import type { Channel } from '../realm-state/channel.ts'
import { topicKey } from '../realm-state/topic-name.ts'
import { settingOf } from '../realm-state/user-settings.ts'
import type { CallTx } from '../transaction/tx.ts'
import { type AutomaticPolicy, automaticPolicy, isMoreVisible, POLICY } from './policy.ts'
import { policiesFor, startsTopic } from './queries.ts'
import { changePolicies } from './set-topic-policy.ts'

/** What the automatic policies need of a request. */
interface Participant {
  readonly db: Db
  readonly actor: Actor
  transact<T>(work: (tx: CallTx) => Promise<T>): Promise<T>
}

interface Topic {
  readonly channel: Channel
  readonly name: string
}

/** A message to a channel that was just sent. */
interface SentMessage {
  readonly id: number
  /** People who are mentioned by name. */
  readonly mentioned: readonly number[]
  /** False if it is certain that the topic existed before. */
  readonly mayStartTopic: boolean
  /** It had been sent before, and is only answered again. */
  readonly isRepeated: boolean
}

/** A policy that somebody's settings ask for. */
interface Wish {
  readonly policy: AutomaticPolicy
  /** Whether it also replaces "muted". */
  readonly evenIfMuted: boolean
}

/**
 * Follows or unmutes the topic of a message that was just sent, for its sender and for the people it mentions. Gives the
 * policy that the sender got by sending it. Nearly every send changes no policy and needs no statement here.
 */
export async function participateBySending(
  call: Participant,
  topic: Topic,
  sent: SentMessage,
): Promise<AutomaticPolicy | undefined> {
  const { user } = call.actor
  if (sent.isRepeated) return policySetBy(call, topic, sent.id)
  const wishes = new Map<number, Wish>()
  for (const id of sent.mentioned)
    if (followsWhereMentioned(call.actor, topic.channel, id))
      wishes.set(id, { policy: POLICY.followed, evenIfMuted: false })
  const own = await policyOfSender(call, topic, sent)
  if (own !== undefined) wishes.set(user.id, { policy: own, evenIfMuted: true })
  await fulfil(call, topic, wishes, { userId: user.id, messageId: sent.id })
  return wishes.has(user.id) ? policySetBy(call, topic, sent.id) : undefined
}

/** The same after a reaction to a message in the topic. */
export async function participateByReacting(call: Participant, topic: Topic): Promise<void> {
  const { realm, user } = call.actor
  const policy = automaticPolicy(realm, user, topic.channel, 'react')
  if (policy !== undefined) await fulfil(call, topic, new Map([[user.id, { policy, evenIfMuted: true }]]))
}

/** The policy that the caller has because of this message of theirs. */
async function policySetBy(
  { db, actor: { user } }: Participant,
  { channel, name }: Topic,
  messageId: number,
): Promise<AutomaticPolicy | undefined> {
  const stored = (await policiesFor(db, channel.id, topicKey(name), [user.id])).get(user.id)
  if (stored?.set_by !== messageId || stored.policy === POLICY.muted) return undefined
  return stored.policy
}

function followsWhereMentioned({ realm }: Actor, channel: Channel, userId: number): boolean {
  const user = realm.users.get(userId)
  return (
    user !== undefined &&
    !user.isBot &&
    realm.memberships.isSubscribed(userId, channel.id) &&
    settingOf(user, 'automatically_follow_topics_where_mentioned')
  )
}

/** Whether the message starts its topic is asked only if it makes a difference. */
async function policyOfSender(
  { db, actor: { realm, user } }: Participant,
  { channel, name }: Topic,
  { id, mayStartTopic }: SentMessage,
): Promise<AutomaticPolicy | undefined> {
  const bySending = automaticPolicy(realm, user, channel, 'send')
  if (!mayStartTopic) return bySending
  const byStarting = automaticPolicy(realm, user, channel, 'start')
  if (byStarting === bySending) return bySending
  return (await startsTopic(db, channel.id, topicKey(name), id)) ? byStarting : bySending
}

async function fulfil(
  call: Participant,
  topic: Topic,
  wishes: ReadonlyMap<number, Wish>,
  cause?: { readonly userId: number; readonly messageId: number },
): Promise<void> {
  const unmet = await unmetWishes(call.db, topic, wishes)
  if (unmet.size === 0) return
  await call.transact(async (tx) => {
    // Read again: somebody may have changed their policy meanwhile.
    const changes = await unmetWishes(tx.db, topic, unmet)
    const place = { channelId: topic.channel.id, name: topic.name }
    for (const policy of [POLICY.followed, POLICY.unmuted]) {
      const people = [...changes].filter(([, wish]) => wish.policy === policy).map(([id]) => id)
      if (people.length > 0) await changePolicies(tx, place, people, policy, cause)
    }
  })
}

/** Wishes for more visibility than the person has. */
async function unmetWishes(
  db: Db,
  { channel, name }: Topic,
  wishes: ReadonlyMap<number, Wish>,
): Promise<ReadonlyMap<number, Wish>> {
  if (wishes.size === 0) return wishes
  const policies = await policiesFor(db, channel.id, topicKey(name), [...wishes.keys()])
  return new Map(
    [...wishes].filter(([id, { policy, evenIfMuted }]) => {
      const now = policies.get(id)?.policy ?? POLICY.none
      return isMoreVisible(policy, now) && (evenIfMuted || now !== POLICY.muted)
    }),
  )
}
