import type { Actor } from '../../actor.ts'
import type { Tx } from '../../transaction/tx.ts'
import type { PreparedSend } from './prepare-send.ts'
import { sendBatch } from './send-batch.ts'
import { sendChange } from './send-message.ts'
import type { SendFacts, SendOutcome, SendPlan } from './send-plan.ts'

/** Throws what a send would be refused with. Nothing is written. */
export function requireMaySend(sender: Actor, prepared: PreparedSend): void {
  planOf(sender, prepared, undefined)
}

/** Sends a person's message as part of a change, after the checks of every send. It must have no key. */
export const sendPrepared = (tx: Tx, sender: Actor, prepared: PreparedSend): Promise<SendOutcome> =>
  tx.runBatch(sendBatch, sendChange(sender, prepared.destination, prepared.draft), (facts) =>
    planOf(sender, prepared, facts),
  )

function planOf(sender: Actor, { destination, draft }: PreparedSend, facts: SendFacts | undefined): SendPlan {
  const decided = sendChange(sender, destination, draft).decide(sender, facts)
  if ('plan' in decided) return decided.plan
  throw new Error('a send without a key cannot be a repetition')
}
