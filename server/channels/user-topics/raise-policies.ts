import type { Db } from '../../kernel/db/database.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { type AutomaticPolicy, type ChannelTopic, isMoreVisible, POLICY } from './policy.ts'
import { type PolicyCause, policiesFor } from './queries.ts'
import { changePolicies } from './set-topic-policy.ts'

/** A policy that somebody's settings ask for. */
export interface PolicyRequest {
  readonly policy: AutomaticPolicy
  /** Whether it also replaces "muted". */
  readonly evenIfMuted: boolean
}

/** Sets the policies that people want for a topic, if they do not see more of it already. */
export async function raisePolicies(
  tx: Tx,
  topic: ChannelTopic,
  wanted: ReadonlyMap<number, PolicyRequest>,
  cause?: PolicyCause,
): Promise<void> {
  const unmet = await unmetPolicies(tx.db, topic, wanted)
  for (const policy of [POLICY.followed, POLICY.unmuted]) {
    const people = [...unmet].filter(([, one]) => one.policy === policy).map(([id]) => id)
    if (people.length > 0) await changePolicies(tx, topic, people, policy, cause)
  }
}

/** Those that make the topic more visible to the person. */
export async function unmetPolicies(
  db: Db,
  { channelId, name }: ChannelTopic,
  wanted: ReadonlyMap<number, PolicyRequest>,
): Promise<ReadonlyMap<number, PolicyRequest>> {
  if (wanted.size === 0) return wanted
  const policies = await policiesFor(db, channelId, topicKey(name), [...wanted.keys()])
  return new Map(
    [...wanted].filter(([id, { policy, evenIfMuted }]) => {
      const now = policies.get(id)?.policy ?? POLICY.none
      return isMoreVisible(policy, now) && (evenIfMuted || now !== POLICY.muted)
    }),
  )
}
