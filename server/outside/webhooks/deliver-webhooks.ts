import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { OutgoingFailure } from '../../kernel/base/outgoing-requests.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { OutgoingService } from '../../kernel/realm-state/records/bot.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { fetchMessage } from '../../messages/fetching/fetch-message.ts'
import {
  addDelivery,
  type Delivery,
  dropDeliveries,
  failDelivery,
  isFailing,
  nextDelivery,
  postponeDelivery,
  removeDelivery,
  setFailing,
} from './queries.ts'
import { sendAsBot } from './send-as-bot.ts'
import { queueOf, type WebhookWork, webhookWork } from './webhook-jobs.ts'
import { readReply, type WebhookMessage, type WebhookReply, writeRequest } from './webhook-request.ts'

const CLIENT = 'OutgoingWebhook'
const MAX_DELIVERY_ATTEMPTS = 8
const MAX_RETRY_SECONDS = 7_200
const FIRST_WAIT_SECONDS = 30
/** Then the next messages do not wait for this one any more. */
const MAX_BLOCKING_ATTEMPTS = 3
/** Then others get a turn. */
const MAX_DELIVERIES_PER_JOB = 20

interface Receiver {
  readonly bot: Actor
  readonly service: OutgoingService
}

/**
 * Delivers what is due, oldest first. While one message waits for a retry, those after it wait, until it has failed
 * three times.
 */
export async function deliverWebhooks(
  context: WorkContext,
  realm: RealmState,
  { bot: botId, message, trigger }: WebhookWork,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context.database
  const now = () => seconds(context.clock)
  const next = () => nextDelivery(db, { realmId: realm.id, botId, now: now(), mostBlocking: MAX_BLOCKING_ATTEMPTS })
  if (message !== undefined && trigger !== undefined) await addDelivery(db, realm.id, botId, message, trigger, now())
  for (let count = 0; count < MAX_DELIVERIES_PER_JOB; count += 1) {
    signal.throwIfAborted()
    const receiver = receiverOf(realm, botId)
    if (!receiver) return void (await dropDeliveries(db, botId))
    const delivery = await next()
    if (!delivery) return
    if (delivery.next_at > now()) return comeBack(context, realm, botId, delivery.next_at)
    const { wait, pause } = await deliver(context, receiver, delivery, signal)
    if (wait > 0) await postponeDelivery(db, botId, delivery.message_id, delivery.tries + 1, now() + wait)
    if (pause === 0) continue
    const following = await next()
    return comeBack(context, realm, botId, Math.max(now() + pause, following?.next_at ?? 0))
  }
  await comeBack(context, realm, botId, now())
}

function receiverOf(realm: RealmState, botId: number): Receiver | undefined {
  const user = realm.users.get(botId)
  const service = realm.records.bot.get(botId)?.service
  if (!user?.isActive || !service || realm.isDeactivated) return undefined
  return { bot: { realm, user, client: CLIENT, address: null }, service }
}

const comeBack = (context: WorkContext, realm: RealmState, botId: number, at: number): Promise<void> =>
  context.transact(realm.id, async (tx) => {
    const runAt = at * 1000
    tx.after(webhookWork.job({ bot: botId }, { runAt, key: `webhook ${botId}`, ...queueOf(botId) }))
  })

interface Outcome {
  /** Seconds until the message is retried; 0 for a message that is delivered or given up. */
  readonly wait: number
  /** Seconds until any message is tried. A receiver that hangs must not keep a worker busy with one after the other. */
  readonly pause: number
}

const DONE: Outcome = { wait: 0, pause: 0 }

async function deliver(
  context: WorkContext,
  receiver: Receiver,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db } = context.database
  const { bot, service } = receiver
  const wanted = await loadMessage(context, bot, delivery)
  if (!wanted) {
    await removeDelivery(db, bot.user.id, delivery.message_id)
    return DONE
  }
  try {
    const request = writeRequest(bot.realm, bot.user, service, wanted)
    const reply = readReply(service, await context.outgoing.post(service.baseUrl, { ...request, signal }))
    if (reply !== null) await answer(context, bot, wanted, reply, 'reply')
    await setFailing(db, bot.user.id, false)
    await removeDelivery(db, bot.user.id, delivery.message_id)
    return DONE
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    // A receiver may ask for a longer pause, as far as the time for all tries allows it.
    const latest = delivery.first_at + MAX_RETRY_SECONDS - seconds(context.clock)
    const pause = Math.max(FIRST_WAIT_SECONDS, Math.min(error.retryAfter, latest))
    const wait = Math.max(FIRST_WAIT_SECONDS * 2 ** delivery.tries, pause)
    const hasTime = seconds(context.clock) + wait - delivery.first_at <= MAX_RETRY_SECONDS
    if (error.mayPass && delivery.tries + 1 < MAX_DELIVERY_ATTEMPTS && hasTime) return { wait, pause }
    await giveUp(context, bot, wanted, error.message)
    return { wait: 0, pause: error.mayPass ? FIRST_WAIT_SECONDS : 0 }
  }
}

/** Nothing if it was deleted, or the bot can no longer see it. */
async function loadMessage(
  { database: { db } }: WorkContext,
  bot: Actor,
  { message_id: id, trigger }: Delivery,
): Promise<WebhookMessage | undefined> {
  const view = { applyMarkdown: true, keepEmptyTopic: true, clientGravatar: false }
  try {
    const { message, raw_content: content } = await fetchMessage(db, bot, id, view)
    const { flags: _, ...rest } = message
    return {
      message: { ...rest, content, content_type: 'text/x-markdown' },
      rendered: message.content,
      trigger,
    }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

/** Answers in the conversation of the message, and nowhere else. */
function answer(
  context: WorkContext,
  bot: Actor,
  { message }: WebhookMessage,
  { content, form }: WebhookReply,
  purpose: string,
): Promise<void> {
  const to =
    message.stream_id === undefined
      ? { userIds: (message.display_recipient as { id: number }[]).map(({ id }) => id) }
      : { channelId: message.stream_id, topic: message.subject }
  return sendAsBot(context, bot, { to, content, form, key: `${purpose} ${bot.user.id} ${message.id}` })
}

/** Reports the failure in the conversation. The owner gets one notice until a delivery succeeds again. */
async function giveUp(context: WorkContext, bot: Actor, wanted: WebhookMessage, reason: string): Promise<void> {
  const { db } = context.database
  const { id: botId, fullName, botOwnerId } = bot.user
  const messageId = wanted.message.id
  const failure = { content: `Failure! The message could not be delivered: ${reason}.` }
  await answer(context, bot, wanted, failure, 'failure')
  if (botOwnerId !== null && !(await isFailing(db, botId))) {
    const content = `The outgoing webhook of your bot @_**${fullName}|${botId}** does not work: ${reason}.`
    await sendAsBot(context, bot, { to: { userIds: [botOwnerId] }, content, key: `owner ${botId} ${messageId}` })
  }
  await setFailing(db, botId, true)
  await failDelivery(db, botId, messageId, seconds(context.clock), reason)
}
