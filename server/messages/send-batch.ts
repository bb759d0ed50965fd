import type { Audience } from '../log/audience.ts'
import type { BatchKind, LaneStep, SmallChange, Written } from '../log/lane.ts'
import type { LoggedMessage, LogRow } from '../log/log-row.ts'
import { topicKey } from './message-text.ts'
import { SEND_MANY, SEND_ONE } from './send-statement.ts'

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
    const { rows } = await client.query<SendOutcome>(statementFor(step, plans))
    if (rows.length === 0) return null
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

function statementFor(step: LaneStep, plans: readonly SendPlan[]) {
  const [only, ...others] = plans
  if (only && others.length === 0 && only.userFlags.length === 0)
    return { name: 'send-one', text: SEND_ONE, values: valuesOfOne(step, only) }
  return { name: 'send-many', text: SEND_MANY, values: valuesOfMany(step, plans) }
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
    plan.key?.key ?? null,
    plan.key?.digest ?? null,
  ]
}

function valuesOfMany(step: LaneStep, plans: readonly SendPlan[]): unknown[] {
  const messages = plans.map((plan) => plan.message)
  const later = laterInConversation(messages.map((message) => message.convId))
  const flags = plans.flatMap((plan, index) => plan.userFlags.map((flag) => ({ ...flag, ord: index + 1 })))
  return [
    step.realmId,
    step.expected,
    plans.length,
    step.now,
    plans.map((_, index) => index + 1),
    messages.map((message) => message.senderId),
    messages.map((message) => message.convId),
    later,
    messages.map((message) => message.channelId ?? null),
    messages.map((message) => message.topic),
    messages.map((message) => topicKey(message.topic)),
    plans.map((plan) => plan.mflags),
    messages.map((message) => message.client),
    messages.map((message) => message.content),
    messages.map((message) => message.rendered),
    plans.map((plan) => JSON.stringify(plan.audience)),
    plans.map((plan) => payloadPrefix(plan, step.now)),
    plans.map((plan) => plan.key?.key ?? null),
    plans.map((plan) => plan.key?.digest ?? null),
    flags.map((flag) => flag.ord),
    flags.map((flag) => flag.userId),
    flags.map((flag) => flag.flags),
  ]
}

/** For each message, how many of the batch follow it in its conversation: its distance from the new head. */
function laterInConversation(convIds: readonly number[]): number[] {
  const seen = new Map<number, number>()
  return convIds
    .map((_, index) => {
      const convId = convIds[convIds.length - 1 - index]!
      const later = seen.get(convId) ?? 0
      seen.set(convId, later + 1)
      return later
    })
    .reverse()
}
