import type { ParamsOf, ResultOf } from '../../../api/contract.ts'
import type { sendMessage } from '../../../api/endpoints/messages.ts'
import { badRequest } from '../../../api/errors.ts'
import type { Mentions } from '../../../markdown/rendering.ts'
import type { Actor } from '../../kernel/actor.ts'
import { after } from '../../kernel/base/after.ts'
import type { Db } from '../../kernel/db/database.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import { previewsLinks } from '../../kernel/rendering/link-previews.ts'
import { conversationUrl, messageLink, messageUrl } from '../../kernel/rendering/message-url.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import { topicParticipants } from '../../kernel/rendering/topic-queries.ts'
import { checkContent, checkTopic } from '../../kernel/texts/message-text.ts'
import { findConversation, topicExists } from '../conversation-queries.ts'
import { messageLexemes } from '../search/lexemes.ts'
import { checkForm } from '../widgets/check-form.ts'
import { readWidget } from '../widgets/read-widget.ts'
import { anyoneMayCreateTopics, requireMayMessage } from './access.ts'
import { requireMayMentionGroups } from './mentions.ts'
import { readsOwnMessages } from './read-by-sender.ts'
import { findPeople, findRecipientChannel } from './recipients.ts'
import { type RepeatMarks, sendKey } from './send-key.ts'
import type { Destination, Draft } from './send-message.ts'
import type { SendKey, SendOutcome } from './send-plan.ts'

type WantedSend = ParamsOf<typeof sendMessage>

/** What a send needs besides its parameters. */
export interface SendResources {
  /** Used only if memory does not have everything. */
  readonly call: { readonly db: Db }
  readonly site: Site
  /** The Idempotency-Key header, which identifies a repetition. */
  readonly idempotencyKey: string | undefined
  /** Creates the conversation of these people and returns its id. */
  beginConversation(members: readonly number[]): Promise<number>
}

export interface PreparedSend {
  readonly destination: Destination
  readonly draft: Draft
}

/** Does everything that is possible before the lane. Nearly always synchronous, because memory has everything. */
export function prepareSend(
  actor: Actor,
  wanted: WantedSend,
  means: SendResources,
): PreparedSend | Promise<PreparedSend> {
  const { site, idempotencyKey } = means
  const content = checkContent(wanted.content)
  const widget = wanted.widget_content === undefined ? readWidget(content) : checkForm(wanted.widget_content)
  return after(renderContent(means.call, actor, site, content), (rendering) =>
    after(findDestination(actor, wanted, rendering.mentions, means), (destination) => {
      const { queue_id: queueId, local_id: localId } = wanted
      const local = queueId && localId ? { queueId, localId } : undefined
      const readBySender = wanted.read_by_sender ?? readsOwnMessages(actor.client)
      const key = keyOf(
        { queueId, localId, idempotencyKey },
        destination,
        wanted.widget_content ? [content, widget] : [content],
      )
      return after(participantsOf(means, destination, rendering.mentions), (participants) => ({
        destination,
        draft: {
          content,
          rendering,
          lexemes: messageLexemes(rendering.html),
          participants,
          readBySender,
          previewsLinks: previewsLinks(actor, site, rendering),
          local,
          key,
          ...(widget === undefined ? {} : { widget: { id: 0, content: widget } }),
        },
      }))
    }),
  )
}

/** Finds the conversation, and whether the topic exists if a rule needs that. */
function findDestination(
  actor: Actor,
  { type, to, topic }: WantedSend,
  mentions: Mentions,
  means: SendResources,
): Destination | Promise<Destination> {
  if (type !== 'stream' && type !== 'channel') return findConversationOf(actor, to, mentions, means)
  const recipient = to ?? defaultRecipient(actor)
  if (topic === undefined) throw badRequest('Missing topic')
  const channel = findRecipientChannel(actor, recipient)
  const name = checkTopic(topic)
  if (anyoneMayCreateTopics(actor, channel)) return { channel, topic: name, mayBeNewTopic: false }
  const looking = topicExists(means.call.db, channel.id, topicKey(name))
  return looking.then((exists) => ({ channel, topic: name, mayBeNewTopic: !exists }))
}

/** A bot may have a channel that it sends to if it names none. */
function defaultRecipient({ realm, user }: Actor): string {
  const channelId = realm.records.bot.get(user.id)?.sendingChannelId ?? null
  if (channelId === null) throw badRequest('Missing channel')
  return String(channelId)
}

async function findConversationOf(
  actor: Actor,
  to: string | undefined,
  mentions: Mentions,
  means: SendResources,
): Promise<Destination> {
  const people = findPeople(actor, to ?? '')
  const ids = people.map((person) => person.id)
  const found = await findConversation(means.call.db, actor.realm, ids)
  if (found) return { people, convId: found.id, isNew: found.isNew }
  // Checked first, so that a refused first message leaves no empty conversation behind.
  requireMayMessage(actor, people, true)
  requireMayMentionGroups(mentions)
  return { people, convId: await means.beginConversation(ids), isNew: true }
}

function keyOf(marks: RepeatMarks, destination: Destination, content: readonly unknown[]): SendKey | undefined {
  const to =
    'channel' in destination
      ? ['channel', destination.channel.id, topicKey(destination.topic)]
      : ['direct', destination.convId]
  return sendKey(marks, [...to, ...content])
}

const participantsOf = (
  means: SendResources,
  destination: Destination,
  { topicWildcard }: Mentions,
): readonly number[] | Promise<number[]> =>
  topicWildcard && 'channel' in destination
    ? topicParticipants(means.call.db, destination.channel.id, destination.topic)
    : []

/** Prepares the answer to the sender while the database writes. */
export function prepareAnswer(
  actor: Actor,
  destination: Destination,
  url: string,
): (sent: SendOutcome) => ResultOf<typeof sendMessage> {
  const conversation =
    'channel' in destination
      ? { viewerId: actor.user.id, channel: destination.channel, topic: destination.topic }
      : { viewerId: actor.user.id, members: destination.people, topic: '' }
  const address = conversationUrl(url, conversation)
  return ({ id, topic }) => {
    const message = { ...conversation, id, topic }
    // The topic nearly always has the spelling that was sent.
    const link = topic === conversation.topic ? messageUrl(url, message, address) : messageUrl(url, message)
    return { id, message_url: link, message_link: messageLink(url, message) }
  }
}
