import { getMessage, getMessages, renderMessage, sendMessage } from '../../api/endpoints/messages.ts'
import type { Mentions } from '../../markdown/rendering.ts'
import type { Actor } from '../actor.ts'
import { seconds } from '../clock.ts'
import type { Context } from '../context.ts'
import { route } from '../http/route.ts'
import { anyoneMayCreateTopics, requireMayMessage } from './access.ts'
import { createConversation, findConversation, topicExists } from './conversation-queries.ts'
import { fetchMessage } from './fetch-message.ts'
import { fetchMessages } from './fetch-messages.ts'
import { requireMayMentionGroups } from './mentions.ts'
import { checkContent, checkLength, checkTopic, topicKey } from './message-text.ts'
import { conversationUrl, messageLink, messageUrl } from './message-url.ts'
import { readsOwnMessages } from './read-by-sender.ts'
import { findChannel, findPeople } from './recipients.ts'
import { renderContent } from './render-content.ts'
import { sendKey } from './send-key.ts'
import { onceAtATime, type Place, sendChange } from './send-message.ts'
import { topicParticipants } from './topic-queries.ts'

export const messageRoutes = {
  sendMessage: route(sendMessage, async ({ ctx, actor, params, request }) => {
    const content = checkContent(params.content)
    const now = seconds(ctx.clock)
    const url = ctx.addressOf(actor.realm)
    const rendered = renderContent(ctx.database.db, actor, url, content, now)
    const rendering = rendered instanceof Promise ? await rendered : rendered
    const found = findPlace(ctx, actor, params, rendering.mentions)
    const place = found instanceof Promise ? await found : found
    const marks = {
      queueId: params.queue_id,
      localId: params.local_id,
      idempotencyKey: request.header('idempotency-key'),
    }
    const to = 'channel' in place ? [place.channel.id, topicKey(place.topic)] : [place.convId]
    const key = sendKey(marks, ['channel' in place ? 'channel' : 'direct', ...to, content])
    const local =
      params.queue_id && params.local_id ? { queueId: params.queue_id, localId: params.local_id } : undefined
    const readBySender = params.read_by_sender ?? readsOwnMessages(actor.client)
    const participants =
      rendering.mentions.topicWildcard && 'channel' in place
        ? await topicParticipants(ctx.database.db, place.channel.id, place.topic)
        : []
    const draft = { content, rendering, participants, readBySender, local, key }
    const change = sendChange(actor, place, draft, now)
    const sending = onceAtATime(actor, key, () => ctx.submit(actor.realm.id, change, sendMessage.emits))
    // While the database is at it: the topic is nearly always spelt as it was sent.
    const conversation =
      'channel' in place
        ? { viewerId: actor.user.id, channel: place.channel, topic: place.topic }
        : { viewerId: actor.user.id, members: place.people, topic: '' }
    const address = conversationUrl(url, conversation)
    const { id, topic } = await sending
    ctx.metrics.messagesSent.inc()
    const message = { ...conversation, id, topic }
    const link = topic === conversation.topic ? messageUrl(url, message, address) : messageUrl(url, message)
    return { id, message_url: link, message_link: messageLink(url, message) }
  }),

  renderMessage: route(renderMessage, async ({ ctx, actor, params }) => {
    const { db } = ctx.database
    const url = ctx.addressOf(actor.realm)
    const { html } = await renderContent(db, actor, url, checkLength(params.content), seconds(ctx.clock))
    return { rendered: html }
  }),

  getMessage: route(getMessage, ({ ctx, actor, params }) =>
    fetchMessage(
      ctx.database,
      actor,
      params.message_id,
      {
        applyMarkdown: params.apply_markdown,
        keepEmptyTopic: params.allow_empty_topic_name,
        clientGravatar: false,
      },
      seconds(ctx.clock),
    ),
  ),

  getMessages: route(getMessages, ({ ctx, actor, params }) =>
    fetchMessages(ctx.database, actor, params, seconds(ctx.clock)),
  ),
}

/** What has to be known before the lane: the conversation's id, and where a rule needs it, whether the topic exists. */
function findPlace(
  ctx: Context,
  actor: Actor,
  { type, to, topic }: { type: string; to: string; topic?: string | undefined },
  mentions: Mentions,
): Place | Promise<Place> {
  if (type !== 'stream' && type !== 'channel') return findConversationOf(ctx, actor, to, mentions)
  const channel = findChannel(actor, to, seconds(ctx.clock))
  const name = checkTopic(topic)
  if (anyoneMayCreateTopics(actor, channel)) return { channel, topic: name, mayBeNewTopic: false }
  const looking = topicExists(ctx.database.db, channel.id, topicKey(name))
  return looking.then((exists) => ({ channel, topic: name, mayBeNewTopic: !exists }))
}

async function findConversationOf(ctx: Context, actor: Actor, to: string, mentions: Mentions): Promise<Place> {
  const people = findPeople(actor, to)
  const ids = people.map((person) => person.id)
  const found = await findConversation(ctx.database.db, actor.realm, ids)
  if (found) return { people, convId: found.id, isNew: found.isNew }
  // A refused first message leaves nothing behind, not even an empty conversation.
  requireMayMessage(actor, people, true, seconds(ctx.clock))
  requireMayMentionGroups(mentions)
  const convId = await ctx.transact(actor.realm.id, (tx) => createConversation(tx, ids))
  return { people, convId, isNew: true }
}
