import { prepared } from '../db/prepared.ts'
import { getOrMake } from '../get-or-make.ts'
import type { Audience } from '../log/audience.ts'
import type { BatchKind, LaneStep, SmallChange, Written } from '../log/lane.ts'
import type { LoggedMessage, LogRow } from '../log/log-row.ts'
import { topicKey } from './message-text.ts'
import { SEND_ONE, SEND_ONE_KEYED, type Statement, sendManyStatement } from './send-statement.ts'

/** A send that has passed every check: ready to be written with others. */
export interface SendPlan {
  readonly message: Omit<LoggedMessage, 'id' | 'sentAt'>
  readonly mflags: number
  readonly audience: Audience
  /** Sparse rows of `user_flag`. */
  readonly userFlags: readonly { readonly userId: number; readonly flags: number }[]
  readonly key?: SendKey | undefined
}

/** A send that may be repeated: the same key with the same content is the same message. */
export interface SendKey {
  readonly key: string
  readonly digest: string
}

export interface SendOutcome {
  readonly id: number
  /** As the topic is written, which may differ in case from what was sent. */
  readonly topic: string
}

export interface KnownSend extends SendOutcome {
  readonly digest: string
}

/** A change that may turn out to be a repetition; `found` is told before it decides. */
export interface SendChange extends SmallChange<SendPlan, SendOutcome> {
  readonly realmId: number
  readonly senderId: number
  /** Seconds. */
  readonly now: number
  readonly sendKey: SendKey | undefined
  /** What an earlier send with this key made. */
  known: KnownSend | undefined
}

/** For how long a repetition is recognised. */
const KEY_SECONDS = 86_400

export const sendBatch: BatchKind<SendPlan, SendOutcome> = {
  name: 'send',
  emits: 'message',

  async prepare(client, changes) {
    const keyed = (changes as readonly SendChange[]).filter((change) => change.sendKey !== undefined)
    if (keyed.length === 0) return
    const { rows } = await client.query<{
      user_id: number
      key: string
      digest: string
      message_id: number
      topic: string | null
    }>({
      name: 'sent-keys',
      text: `select k.user_id, k.key, k.digest, k.message_id, t.name as topic
        from unnest($1::int[], $2::text[]) as w (user_id, key)
        join sent_key k on k.user_id = w.user_id and k.key = w.key and k.at > $3
        join message m on m.realm_id = $4 and m.id = k.message_id left join topic t on t.id = m.topic_id`,
      values: [
        keyed.map((change) => change.senderId),
        keyed.map((change) => change.sendKey!.key),
        Math.min(...keyed.map((change) => change.now)) - KEY_SECONDS,
        keyed[0]!.realmId,
      ],
    })
    const known = new Map(rows.map((row) => [`${row.user_id} ${row.key}`, row]))
    for (const change of keyed) {
      const row = known.get(`${change.senderId} ${change.sendKey!.key}`)
      change.known = row && { id: row.message_id, topic: row.topic ?? '', digest: row.digest }
    }
  },

  async write(client, step, plans): Promise<Written<SendOutcome> | null> {
    const { name, text, values } = statementFor(step, plans)
    const rows = await prepared<SendOutcome & { ord?: number }>(client, name, text, values)
    if (rows.length === 0) return null
    rows.sort((a, b) => (a.ord ?? 0) - (b.ord ?? 0))
    return { outcomes: rows, rows: plans.map((plan, index) => logRow(step, plan, index, rows[index]!)) }
  },
}

function logRow(step: LaneStep, plan: SendPlan, index: number, { id, topic }: SendOutcome): LogRow {
  const message: LoggedMessage = { ...plan.message, id, topic, sentAt: step.now }
  return { seq: step.expected + index + 1, audience: plan.audience, payload: { message } }
}

/** The log's payload without its end: the statement adds what only it knows, the id and the topic's name. */
function payloadPrefix(plan: SendPlan, now: number): string {
  const { topic: _, ...rest } = plan.message
  return `{"message":${JSON.stringify({ ...rest, sentAt: now }).slice(0, -1)}`
}

function statementFor(step: LaneStep, plans: readonly SendPlan[]): Statement & { values: unknown[] } {
  const [only, ...others] = plans
  if (only && others.length === 0 && only.userFlags.length === 0)
    return { ...(only.key ? SEND_ONE_KEYED : SEND_ONE), values: valuesOfOne(step, only) }
  const flagged = plans.some(({ userFlags }) => userFlags.length > 0)
  const keyed = plans.some(({ key }) => key !== undefined)
  return { ...sendManyStatement(flagged, keyed), values: valuesOfMany(step, plans, flagged) }
}

function valuesOfOne(step: LaneStep, plan: SendPlan): unknown[] {
  const { message } = plan
  return [
    step.realmId,
    step.expected,
    message.senderId,
    message.convId,
    message.channelId ?? null,
    message.topic,
    topicKey(message.topic),
    plan.mflags,
    step.now,
    message.client,
    message.content,
    message.rendered,
    JSON.stringify(plan.audience),
    payloadPrefix(plan, step.now),
    ...(plan.key ? [plan.key.key, plan.key.digest] : []),
  ]
}

function valuesOfMany(step: LaneStep, plans: readonly SendPlan[], flagged: boolean): unknown[] {
  const conversations = new Countdown(plans.map((plan) => `${plan.message.convId}`))
  const topics = new Countdown(plans.map((plan) => `${plan.message.channelId} ${topicKey(plan.message.topic)}`))
  const rows = plans.map(({ message, mflags, audience, key }, index) => {
    const [conversation, topic] = [conversations.next(), topics.next()]
    return {
      ord: index + 1,
      sender_id: message.senderId,
      conv_id: message.convId,
      later: conversation.later,
      sent: conversation.later === 0 ? conversation.size : 0,
      channel_id: message.channelId ?? null,
      // Whoever comes first in a batch gives a new topic its spelling.
      topic: plans[topic.first]!.message.topic,
      topic_key: topicKey(message.topic),
      ends_topic: message.channelId !== undefined && topic.later === 0,
      mflags,
      client: message.client,
      content: message.content,
      rendered: message.rendered,
      audience: JSON.stringify(audience),
      payload: payloadPrefix(plans[index]!, step.now),
      key: key?.key ?? null,
      digest: key?.digest ?? null,
    }
  })
  const flags = plans.flatMap(({ userFlags }, index) =>
    userFlags.map((flag) => ({ ord: index + 1, user_id: flag.userId, flags: flag.flags })),
  )
  const values = [step.realmId, step.expected, plans.length, step.now, JSON.stringify(rows)]
  return flagged ? [...values, JSON.stringify(flags)] : values
}

/** Tells of each item, in order, how many equal ones follow, how many there are in all, and which was the first. */
class Countdown {
  readonly #names: readonly string[]
  readonly #seen = new Map<string, { first: number; size: number; left: number }>()
  #at = 0

  constructor(names: readonly string[]) {
    this.#names = names
    for (const [first, name] of names.entries()) {
      const group = getOrMake(this.#seen, name, () => ({ first, size: 0, left: 0 }))
      group.size += 1
      group.left += 1
    }
  }

  next(): { first: number; size: number; later: number } {
    const group = this.#seen.get(this.#names[this.#at++]!)!
    group.left -= 1
    return { first: group.first, size: group.size, later: group.left }
  }
}
