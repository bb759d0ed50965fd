import { ApiError, badRequest } from '../../../api/errors.ts'
import type { Mentions } from '../../../markdown/rendering.ts'
import type { Actor } from '../../actor.ts'
import { hasContentAccess } from '../../channels/access.ts'
import type { Channel } from '../../realm-state/channel.ts'
import { mayInRealm } from '../../realm-state/permissions.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { peopleAlertedBy } from '../../realm-state/records/alert-word-finder.ts'
import { USER_BIT } from '../message-flags.ts'

/** Up to so many people are called together without a permission. */
const MANY = 15

/** Who gets a message, as far as mentions ask. */
export interface Receivers {
  readonly size: number
  has(userId: number): boolean
  readonly channel?: Channel | undefined
}

/** What a text calls, with what had to be looked up for it. */
export interface MentionFacts {
  readonly mentions: Mentions
  /** Of the topic, with the author, when the text calls them. */
  readonly participants: ReadonlySet<number>
  /** Alert words in the text. */
  readonly alertWords: readonly string[]
}

/** May the author call this group at all, wherever it is? */
export function requireMayMentionGroups({ forbiddenGroups: [forbidden] }: Mentions): void {
  if (forbidden !== undefined) throw badRequest(`You are not allowed to mention user group '${forbidden}'.`)
}

/** May the author call all these people together? */
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

/** A row of `user_flag` for each person the message calls, and bots that get it only for being called. */
export interface Calls {
  readonly userFlags: ReadonlyMap<number, number>
  readonly mentionedBots: readonly number[]
}

/** Only who receives the message is called; and bots that may read the channel, wherever they are subscribed. */
export function mentionsOf(
  realm: RealmState,
  { mentions, participants, alertWords }: MentionFacts,
  to: Receivers,
): Calls {
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
