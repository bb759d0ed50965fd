import type { ParamsOf, ResultOf } from '../../../api/contract.ts'
import type { sendMessage } from '../../../api/endpoints/messages.ts'
import { participateBySending } from '../../channels/user-topics/participate.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/base/clock.ts'
import type { Logger } from '../../kernel/base/logger.ts'
import type { Metrics } from '../../kernel/base/metrics.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { SmallChange } from '../../kernel/log/lane.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { createConversation } from './create-conversation.ts'
import { type PreparedSend, prepareAnswer, prepareSend } from './prepare-send.ts'
import { type Destination, onceAtATime, sendChange } from './send-message.ts'
import { needsTransaction, sendPrepared } from './send-prepared.ts'
import { tellBotOwner } from './tell-bot-owner.ts'

/** What a send needs of a request. */
interface SendingCall {
  readonly ctx: {
    readonly clock: Clock
    readonly logger: Logger
    readonly metrics: Metrics
    siteOf(realm: RealmState): Site
  }
  readonly db: Db
  readonly actor: Actor
  transact<T>(work: (tx: CallTx) => Promise<T>): Promise<T>
  submit<Plan, Outcome, Facts>(change: SmallChange<Plan, Outcome, Facts, Actor>): Promise<Outcome>
}

/** Sends a message of the caller, with everything that belongs to it: checks, notices to owners of bots, followed topics. */
export async function sendForCaller(
  call: SendingCall,
  wanted: ParamsOf<typeof sendMessage>,
  idempotencyKey: string | undefined,
): Promise<ResultOf<typeof sendMessage>> {
  const { ctx, actor } = call
  const site = ctx.siteOf(actor.realm)
  let prepared: PreparedSend
  try {
    const preparing = prepareSend(actor, wanted, {
      call,
      site,
      idempotencyKey,
      beginConversation: (members) => call.transact((tx) => createConversation(tx, members)),
    })
    prepared = preparing instanceof Promise ? await preparing : preparing
  } catch (error) {
    await tellBotOwner(call, error).catch((err) => ctx.logger.warn({ err }, 'the owner of a bot got no notice'))
    throw error
  }
  const { destination, draft } = prepared
  const mayStartTopic = isUnknownTopic(actor, destination)
  const change = sendChange(actor, destination, draft)
  const sending = onceAtATime(actor, draft.key, () =>
    needsTransaction(draft)
      ? call.transact((tx) => sendPrepared(tx, tx.actor, { destination, draft }))
      : call.submit(change),
  )
  const answer = prepareAnswer(actor, destination, site.url)
  const sent = await sending
  ctx.metrics.messagesSent.inc()
  if (!('channel' in destination)) return answer(sent)
  const place = { channel: destination.channel, name: sent.topic }
  const policy =
    sent.policy === undefined
      ? // The message is sent: a topic that cannot be followed must not look like a failed send.
        await participateBySending(call, place, { id: sent.id, mayStartTopic }).catch((err) => {
          ctx.logger.warn({ err, message: sent.id }, 'the topic of a message could not be followed')
          return null
        })
      : sent.policy
  return policy === null ? answer(sent) : { ...answer(sent), automatic_new_visibility_policy: policy }
}

/** Memory knows the topics of recent messages. */
const isUnknownTopic = ({ realm }: Actor, destination: Destination): boolean =>
  'channel' in destination && realm.places.topic(destination.channel.id, topicKey(destination.topic)) === undefined
