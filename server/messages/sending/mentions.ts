import { ApiError, badRequest } from '../../../api/errors.ts'
import type { Mentions } from '../../../markdown/rendering.ts'
import { hasContentAccess } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { mayInRealm } from '../../kernel/realm-state/permissions.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { peopleAlertedBy } from '../../kernel/realm-state/records/alert-word-finder.ts'

/** Up to this many people can be mentioned together without a permission. */
const MANY = 15

/** The recipients of a message. */
export interface Receivers {
  readonly size: number
  has(userId: number): boolean
  readonly channel?: Channel | undefined
}

/** The mentions of a text, with the facts that were looked up for them. */
export interface MentionFacts {
  readonly mentions: Mentions
  /** The participants of the topic and the author, if the text mentions them. */
  readonly participants: ReadonlySet<number>
  /** Alert words in the text. */
  readonly alertWords: readonly string[]
}

/** Throws if the author may not mention one of these groups. */
export function requireMayMentionGroups({ forbiddenGroups: [forbidden] }: Mentions): void {
  if (forbidden !== undefined) throw badRequest(`You are not allowed to mention user group '${forbidden}'.`)
}

/** Throws if the author may not mention this many people together. */
export function requireMayMention({ realm, user }: Actor, { mentions, participants }: MentionFacts, to: Receivers) {
  requireMayMentionGroups(mentions)
  if (!to.channel) return
  const mayMentionMany = () => mayInRealm(realm, user, 'can_mention_many_users_group')
  if (mentions.channelWildcard && to.size > MANY && !mayMentionMany())
    throw new ApiError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use channel wildcard mentions in this channel.',
    )
  if (mentions.topicWildcard && participants.size > MANY && !mayMentionMany())
    throw new ApiError(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    )
}

/** A row of `user_flag` for each mentioned person, and the bots that receive the message only because of a mention. */
export interface MentionFlags {
  readonly userFlags: ReadonlyMap<number, number>
  readonly mentionedBots: readonly number[]
}

/** Counts only recipients of the message, and bots that may read the channel, even if they are not subscribed. */
export function mentionsOf(
  realm: RealmState,
  { mentions, participants, alertWords }: MentionFacts,
  to: Receivers,
): MentionFlags {
  const userFlags = new Map<number, number>()
  const add = (id: number, bit: number) => userFlags.set(id, (userFlags.get(id) ?? 0) | bit)
  const mentionedBots: number[] = []
  const groups = mentions.groups.filter((id) => realm.groups.get(id)?.deactivated === false)
  const named = [...mentions.people, ...groups.flatMap((id) => [...realm.membersOf(id)])]
  for (const id of new Set(named)) {
    if (to.has(id)) add(id, USER_BIT.mentioned)
    else if (to.channel && mayMentionBot(realm, id, to.channel)) {
      add(id, USER_BIT.mentioned | USER_BIT.outsideMention)
      mentionedBots.push(id)
    }
  }
  if (mentions.topicWildcard && to.channel)
    for (const id of participants) if (to.has(id)) add(id, USER_BIT.topicWildcard)
  for (const id of peopleAlertedBy(realm, alertWords)) if (to.has(id)) add(id, USER_BIT.alertWord)
  return { userFlags, mentionedBots }
}

function mayMentionBot(realm: RealmState, id: number, channel: Channel): boolean {
  const user = realm.users.get(id)
  return user?.isBot === true && user.isActive && hasContentAccess(realm, user, channel)
}
