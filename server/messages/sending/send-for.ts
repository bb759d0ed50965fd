import { participateBySending } from '../../channels/user-topics/participate.ts'
import type { AutomaticPolicy } from '../../channels/user-topics/policy.ts'
import { type Actor, currentActor } from '../../kernel/actor.ts'
import type { Logger } from '../../kernel/base/logger.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { createConversation } from './create-conversation.ts'
import { type PreparedSend, prepareSend } from './prepare-send.ts'
import { type Destination, onceAtATime, type SendChange, sendChange } from './send-message.ts'
import type { SendOutcome } from './send-plan.ts'
import { needsTransaction, sendPrepared } from './send-prepared.ts'
import type { SendRequest } from './send-request.ts'

/** Somebody who sends, by a request of their own or by a job, and the way to the database. */
export interface SendContext {
  readonly actor: Actor
  /** Used only if memory does not have everything. */
  readonly call: { readonly db: Db }
  readonly site: Site
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  submit(change: SendChange): Promise<SendOutcome>
}

/** Sends a message, with all checks. A message with files or a widget is sent in a transaction, others take the faster way. */
export async function sendFor(sending: SendContext, request: SendRequest): Promise<SendOutcome> {
  return sendOnce(sending, await prepareFor(sending, request))
}

/** Renders the message and finds its destination. A conversation that is missing is created. */
export const prepareFor = (
  { actor, call, site, transact }: Omit<SendContext, 'submit'>,
  request: SendRequest,
): PreparedSend | Promise<PreparedSend> =>
  prepareSend(actor, request, {
    call,
    site,
    beginConversation: (members) => transact((tx) => createConversation(tx, members)),
  })

export const sendOnce = ({ actor, transact, submit }: SendContext, prepared: PreparedSend): Promise<SendOutcome> =>
  onceAtATime(actor, prepared.draft.key, () =>
    needsTransaction(prepared.draft)
      ? transact((tx) => sendPrepared(tx, currentActor(actor, tx.realm), prepared))
      : submit(sendChange(actor, prepared.destination, prepared.draft)),
  )

interface FollowOptions {
  /** False if it is certain that the topic existed before. */
  readonly mayStartTopic?: boolean
  /** Logs a failure, which is thrown without it. */
  readonly logger?: Logger
}

/** Follows the topic of a message that was just sent, if the settings of its sender say so. */
export async function followBySending(
  sender: Parameters<typeof participateBySending>[0],
  destination: Destination,
  { id, topic: name }: SendOutcome,
  { mayStartTopic = true, logger }: FollowOptions = {},
): Promise<AutomaticPolicy | null> {
  if (!('channel' in destination)) return null
  const topic = { channel: destination.channel, name }
  const following = participateBySending(sender, topic, { id, mayStartTopic })
  if (!logger) return following
  // The message is sent: a topic that cannot be followed must not look like a failed send.
  return following.catch((err) => {
    logger.warn({ err, message: id }, 'the topic of a message could not be followed')
    return null
  })
}
