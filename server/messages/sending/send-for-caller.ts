import type { ResultOf } from '../../../api/contract.ts'
import type { sendMessage } from '../../../api/endpoints/messages.ts'
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
import { prepareAnswer } from './prepare-answer.ts'
import type { PreparedSend } from './prepare-send.ts'
import { followBySending, prepareFor, type SendContext, sendOnce } from './send-for.ts'
import type { Destination } from './send-message.ts'
import type { SendRequest } from './send-request.ts'
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
export async function sendForCaller(call: SendingCall, request: SendRequest): Promise<ResultOf<typeof sendMessage>> {
  const { ctx, actor } = call
  const site = ctx.siteOf(actor.realm)
  const sending: SendContext = {
    actor,
    call,
    site,
    transact: (work) => call.transact(work),
    submit: (change) => call.submit(change),
  }
  let prepared: PreparedSend
  try {
    const preparing = prepareFor(sending, request)
    prepared = preparing instanceof Promise ? await preparing : preparing
  } catch (error) {
    await tellBotOwner(call, error).catch((err) => ctx.logger.warn({ err }, 'the owner of a bot got no notice'))
    throw error
  }
  const { destination } = prepared
  const mayStartTopic = isUnknownTopic(actor, destination)
  const running = sendOnce(sending, prepared)
  // While the database writes.
  const answer = prepareAnswer(actor, destination, site.url)
  const sent = await running
  ctx.metrics.messagesSent.inc()
  if (!('channel' in destination)) return answer(sent)
  const { logger } = ctx
  const policy =
    sent.policy === undefined ? await followBySending(call, destination, sent, { mayStartTopic, logger }) : sent.policy
  return policy === null ? answer(sent) : { ...answer(sent), automatic_new_visibility_policy: policy }
}

/** Memory knows the topics of recent messages. */
const isUnknownTopic = ({ realm }: Actor, destination: Destination): boolean =>
  'channel' in destination && realm.places.topic(destination.channel.id, topicKey(destination.topic)) === undefined
