import { createHmac } from 'node:crypto'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { OutgoingFailure, type OutgoingReply, readJsonObject } from '../../kernel/base/outgoing-requests.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { type OutgoingService, WEBHOOK_INTERFACE } from '../../kernel/realm-state/records/bot.ts'
import type { User } from '../../kernel/realm-state/user.ts'

/** A message as a receiver gets it: raw content, and beside it the HTML. */
export interface WebhookMessage {
  readonly message: Omit<FetchedMessage, 'flags'>
  readonly rendered: string
  readonly trigger: string
}

interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The receiver can check the signature with the token that it knows: HMAC-SHA256 of the body. */
export function writeRequest(
  realm: RealmState,
  bot: User,
  service: OutgoingService,
  wanted: WebhookMessage,
): WebhookRequest {
  const isSlack = service.interface === WEBHOOK_INTERFACE.slack
  const body = isSlack ? slackBody(realm, bot, service, wanted) : genericBody(bot, service, wanted)
  const signature = createHmac('sha256', service.token).update(body).digest('hex')
  return {
    body,
    headers: {
      'Content-Type': isSlack ? 'application/x-www-form-urlencoded' : 'application/json',
      'Content-Length': `${Buffer.byteLength(body)}`,
      'User-Agent': 'Parley',
      'X-Parley-Signature': `sha256=${signature}`,
    },
  }
}

const genericBody = (bot: User, { token }: OutgoingService, { message, rendered, trigger }: WebhookMessage): string =>
  JSON.stringify({
    bot_email: bot.apiEmail,
    bot_full_name: bot.fullName,
    data: message.content,
    trigger,
    token,
    message: { ...message, rendered_content: rendered },
  })

function slackBody(
  realm: RealmState,
  bot: User,
  { token }: OutgoingService,
  { message, trigger }: WebhookMessage,
): string {
  if (message.type !== 'stream')
    throw new OutgoingFailure('the Slack interface does not support direct messages', false)
  return new URLSearchParams({
    token,
    team_id: `T${realm.id}`,
    team_domain: realm.info.host,
    channel_id: `C${message.stream_id}`,
    channel_name: String(message.display_recipient),
    thread_ts: `${message.id}`,
    timestamp: `${message.timestamp}`,
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: trigger,
    service_id: `${bot.id}`,
  }).toString()
}

/** What the bot answers. */
export interface WebhookReply {
  readonly content: string
  /** A form with choices, as JSON text. */
  readonly form?: string | undefined
}

/** The answer of the bot; null for nothing. Throws a failure for a response that is none. */
export function readReply(service: OutgoingService, { status, body, retryAfter }: OutgoingReply): WebhookReply | null {
  if (status < 200 || status > 299)
    throw new OutgoingFailure(`the response has status ${status}`, status >= 500 || status === 429, retryAfter)
  // How older libraries for bots say that there is nothing to answer.
  if (body.trim() === '""') return null
  const reply = readJsonObject(body)
  if (!reply) throw new OutgoingFailure('the response is not a JSON object', false)
  if (service.interface === WEBHOOK_INTERFACE.slack) return replyOf(reply['text'])
  if (reply['response_not_required'] === true) return null
  return replyOf(reply['response_string']) ?? replyOf(reply['content'], reply['widget_content'])
}

function replyOf(text: unknown, form?: unknown): WebhookReply | null {
  const content = textOf(text)
  if (content === null) return null
  const given = form ?? undefined
  return { content, form: given === undefined || typeof given === 'string' ? given : JSON.stringify(given) }
}

/** Text that can be stored and is not empty. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.replaceAll('\0', '').toWellFormed() : null
