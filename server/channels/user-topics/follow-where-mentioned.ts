import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { LoggedMessage } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { POLICY } from './policy.ts'
import { type PolicyRequest, raisePolicies } from './raise-policies.ts'

export interface MentionedFollowers {
  readonly channel: number
  readonly topic: string
  readonly people: readonly number[]
  /** Jobs of older versions do not name the message. */
  readonly message?: { readonly id: number; readonly senderId: number } | undefined
}

export const mentionedFollowers = jobKind<MentionedFollowers>('follow-where-mentioned')

/** Of the people whom a message mentions by name or in a group: those who then follow its topic. */
export function followersByMention(
  realm: RealmState,
  channelId: number | undefined,
  userFlags: ReadonlyMap<number, number>,
): readonly number[] | undefined {
  if (channelId === undefined || userFlags.size === 0) return undefined
  const followers = [...userFlags.keys()].filter((id) => {
    const user = realm.users.get(id)
    return (
      (userFlags.get(id)! & USER_BIT.mentioned) !== 0 &&
      user?.isBot === false &&
      realm.memberships.isSubscribed(id, channelId) &&
      settingOf(user, 'automatically_follow_topics_where_mentioned')
    )
  })
  return followers.length === 0 ? undefined : followers
}

/** A job, so that a message that mentions people takes as many statements as any other. */
export const followJobs = ({ id, senderId, channelId, topic, followers = [] }: LoggedMessage): LoggedJob[] =>
  channelId === undefined || followers.length === 0
    ? []
    : [mentionedFollowers.job({ channel: channelId, topic, people: followers, message: { id, senderId } })]

const FOLLOWED: PolicyRequest = { policy: POLICY.followed, evenIfMuted: false }

export const followWhereMentioned = (
  context: { transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T> },
  realm: RealmState,
  { channel: channelId, topic: name, people, message }: MentionedFollowers,
): Promise<void> => {
  const wanted = new Map(people.map((id) => [id, FOLLOWED]))
  // The sender did not get the policy by sending, which a repeated send would say.
  const cause = message && { messageId: message.id, userIds: people.filter((id) => id !== message.senderId) }
  return context.transact(realm.id, (tx) => raisePolicies(tx, { channelId, name }, wanted, cause))
}
