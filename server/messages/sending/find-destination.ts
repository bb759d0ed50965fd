import { badRequest } from '../../../api/errors.ts'
import type { ChannelRecipient, DirectRecipients } from '../../../api/objects/recipients.ts'
import type { Mentions } from '../../../markdown/rendering.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import { checkTopic } from '../../kernel/texts/message-text.ts'
import { findConversation, topicExists } from '../conversation-queries.ts'
import { anyoneMayCreateTopics, requireMayMessage } from './access.ts'
import { requireMayMentionGroups } from './mentions.ts'
import { findPeople, findRecipientChannel } from './recipients.ts'
import type { ChannelDestination, Destination } from './send-message.ts'
import type { SendResources, SendTo } from './send-request.ts'

/** Finds the conversation, and whether the topic exists if a rule needs that. */
export function findDestination(
  actor: Actor,
  to: SendTo,
  mentions: Mentions,
  resources: SendResources,
): Destination | Promise<Destination> {
  if ('userIds' in to) return findConversationOf(actor, { kind: 'user-ids', ids: to.userIds }, mentions, resources)
  if ('people' in to) return findConversationOf(actor, to.people, mentions, resources)
  const named = 'channelId' in to ? ({ kind: 'channel-id', id: to.channelId } as const) : to.channel
  const recipient = named ?? defaultRecipient(actor)
  if (to.topic === undefined) throw badRequest('Missing topic')
  const channel = findRecipientChannel(actor, recipient)
  return findTopic(resources.call, actor, channel, checkTopic(to.topic))
}

/** A bot may have a channel that it sends to if it names none. */
function defaultRecipient({ realm, user }: Actor): ChannelRecipient {
  const id = realm.records.bot.get(user.id)?.sendingChannelId ?? null
  if (id === null) throw badRequest('Missing channel')
  return { kind: 'channel-id', id }
}

/** Looks for the topic only if not everyone may create topics. */
export function findTopic(
  call: { readonly db: Db },
  actor: Actor,
  channel: Channel,
  topic: string,
): ChannelDestination | Promise<ChannelDestination> {
  if (anyoneMayCreateTopics(actor, channel)) return { channel, topic, mayBeNewTopic: false }
  const looking = topicExists(call.db, channel.id, topicKey(topic))
  return looking.then((exists) => ({ channel, topic, mayBeNewTopic: !exists }))
}

async function findConversationOf(
  actor: Actor,
  recipients: DirectRecipients,
  mentions: Mentions,
  { call, beginConversation }: SendResources,
): Promise<Destination> {
  const people = findPeople(actor, recipients)
  const ids = people.map((person) => person.id)
  const found = await findConversation(call.db, actor.realm, ids)
  if (found) return { people, convId: found.id, isNew: found.isNew }
  // Checked first, so that a refused first message leaves no empty conversation behind.
  requireMayMessage(actor, people, true)
  requireMayMentionGroups(mentions)
  return { people, convId: await beginConversation(ids), isNew: true }
}
