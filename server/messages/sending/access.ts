import { badRequest } from '../../../api/errors.ts'
import { hasContentAccess } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { mayInChannel, mayInRealm } from '../../kernel/realm-state/permissions.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../kernel/realm-state/topic-name.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'

/** Is it true for this person? A bot has the permissions of its owner too. */
function isTrueFor({ realm, user }: Actor, may: (one: User) => boolean): boolean {
  if (may(user)) return true
  const owner = user.botOwnerId === null ? undefined : realm.users.get(user.botOwnerId)
  return owner !== undefined && may(owner)
}

/** Throws if this person may not send to the channel. */
export function requireMayPost(actor: Actor, channel: Channel): void {
  const { realm, user } = actor
  if (channel.isArchived) throw badRequest(`Not authorized to send to channel '${channel.name}'`)
  if (!isTrueFor(actor, (one) => mayInChannel(realm, one, channel, 'can_send_message_group')))
    throw badRequest('You do not have permission to post in this channel.')
  const isOpen =
    channel.isWebPublic ||
    (!channel.inviteOnly && !isGuest(user)) ||
    isTrueFor(actor, (one) => realm.memberships.isSubscribed(one.id, channel.id)) ||
    (channel.historyPublic && hasContentAccess(realm, user, channel))
  if (!isOpen) throw badRequest(`Not authorized to send to channel '${channel.name}'`)
}

/** Whether topics of the channel may be empty or named. */
export const topicsPolicyOf = ({ realm }: Actor, { topicsPolicy }: Channel) =>
  topicsPolicy === 'inherit' ? realm.info.settings.topics_policy : topicsPolicy

/** Throws if the channel's policy forbids the empty topic or a named one. */
export function requireTopicAllowed(actor: Actor, channel: Channel, topic: string): void {
  const policy = topicsPolicyOf(actor, channel)
  const extra = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME }
  if (policy === 'disable_empty_topic' && topic === '')
    throw badRequest(`Sending messages to the ${EMPTY_TOPIC_DISPLAY_NAME} is not allowed in this channel.`, extra)
  if (policy === 'empty_topic_only' && topic !== '')
    throw badRequest(`Only the ${EMPTY_TOPIC_DISPLAY_NAME} topic is allowed in this channel.`, extra)
}

export function requireMayCreateTopic(actor: Actor, channel: Channel): void {
  if (!isTrueFor(actor, (one) => mayInChannel(actor.realm, one, channel, 'can_create_topic_group')))
    throw badRequest('You do not have permission to create new topics in this channel.')
}

/** True if everyone may create topics, so that it does not matter whether the topic exists. */
export const anyoneMayCreateTopics = ({ realm }: Actor, channel: Channel): boolean =>
  channel.groupSettings.can_create_topic_group === realm.groups.system('role:everyone').id

/** Throws if these people may not message each other. `isNew` means that their conversation has no messages. */
export function requireMayMessage({ realm, user }: Actor, people: readonly User[], isNew: boolean): void {
  for (const person of people)
    if (!person.isActive) throw badRequest(`'${person.apiEmail}' is no longer using this organization.`)
  const others = people.filter((person) => person.id !== user.id)
  if (user.isBot || others.every((person) => person.isBot)) return
  if (!people.some((person) => mayInRealm(realm, person, 'direct_message_permission_group'))) {
    const isNobody = realm.info.groupSettings.direct_message_permission_group === realm.groups.system('role:nobody').id
    throw badRequest(
      isNobody
        ? 'Direct messages are disabled in this organization.'
        : 'This conversation does not include any users who can authorize it.',
    )
  }
  if (isNew && !mayInRealm(realm, user, 'direct_message_initiator_group'))
    throw badRequest('You do not have permission to initiate direct message conversations.')
}
