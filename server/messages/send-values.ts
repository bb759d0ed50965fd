import type { Statement } from '../db/prepared.ts'
import type { LaneStep } from '../log/lane.ts'
import type { PlacedSend } from './place-sends.ts'
import { SEND_ONE, SEND_ONE_KEYED, sendManyStatement } from './send-statement.ts'

type Values = (string | number | null | undefined)[]

/** The statement that writes these sends, and its values. */
export function statementFor(step: LaneStep, placed: readonly PlacedSend[]): [Statement, Values] {
  const only = placed[0]!
  if (placed.length === 1 && only.topicId !== undefined && only.plan.userFlags.length === 0)
    return [only.plan.key ? SEND_ONE_KEYED : SEND_ONE, valuesOfOne(step, only)]
  const naming = placed.some(({ topicId }) => topicId === undefined)
  const flagged = placed.some(({ plan }) => plan.userFlags.length > 0)
  const keyed = placed.some(({ plan }) => plan.key !== undefined)
  const values: Values = [step.realmId, step.expected, placed.length, step.now, rowsOf(step, placed)]
  if (flagged) values.push(flagsOf(placed))
  return [sendManyStatement({ naming, flagged, keyed }), values]
}

/** The log's payload without its end: the statement adds the id, and the name of a topic that memory does not know. */
function payloadStart({ plan, topicId, topic }: PlacedSend, now: number): string {
  const { topic: _, ...message } = plan.message
  const said = topicId === undefined ? { ...message, sentAt: now } : { ...message, topic, sentAt: now }
  return `{"message":${JSON.stringify(said).slice(0, -1)}`
}

function valuesOfOne(step: LaneStep, send: PlacedSend): Values {
  const { message, mflags, audience, key } = send.plan
  return [
    step.realmId,
    step.expected,
    message.senderId,
    message.convId,
    send.topicId,
    send.hseq,
    mflags,
    step.now,
    message.client,
    message.content,
    message.rendered,
    JSON.stringify(audience),
    payloadStart(send, step.now),
    ...(key ? [key.key, key.digest] : []),
  ]
}

const rowsOf = (step: LaneStep, placed: readonly PlacedSend[]): string =>
  JSON.stringify(
    placed.map((send, index) => {
      const { message, mflags, audience, key } = send.plan
      return {
        ord: index + 1,
        sender_id: message.senderId,
        conv_id: message.convId,
        hseq: send.hseq,
        topic_id: send.topicId,
        mflags,
        client: message.client,
        content: message.content,
        rendered: message.rendered,
        audience: JSON.stringify(audience),
        payload: payloadStart(send, step.now),
        key: key?.key,
        digest: key?.digest,
        ...(send.topicId === undefined
          ? {
              channel_id: message.channelId,
              topic: send.topic,
              topic_key: send.topicKey,
              names_topic: send.namesTopic,
            }
          : {}),
      }
    }),
  )

const flagsOf = (placed: readonly PlacedSend[]): string =>
  JSON.stringify(
    placed.flatMap(({ plan }, index) =>
      plan.userFlags.map(({ userId, flags }) => ({ ord: index + 1, user_id: userId, flags })),
    ),
  )
