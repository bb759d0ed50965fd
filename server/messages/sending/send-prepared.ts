import type { Actor } from '../../actor.ts'
import type { Tx } from '../../transaction/tx.ts'
import { claimAttachments } from '../../uploads/claim-attachments.ts'
import type { PreparedSend } from './prepare-send.ts'
import { sendBatch } from './send-batch.ts'
import { sendChange } from './send-message.ts'
import type { SendOutcome, SendPlan } from './send-plan.ts'

/** Throws what a send would be refused with. Nothing is written. */
export function requireMaySend(sender: Actor, { destination, draft }: PreparedSend): void {
  sendChange(sender, destination, draft).decide(sender, undefined)
}

/** Sends a person's message in a transaction, after the checks of every send, and shares the files it links to. */
export async function sendPrepared(tx: Tx, sender: Actor, { destination, draft }: PreparedSend): Promise<SendOutcome> {
  const change = sendChange(sender, destination, draft)
  let earlier: SendOutcome | undefined
  try {
    const sent = await tx.runBatch(sendBatch, change, (facts): SendPlan => {
      const decided = change.decide(sender, facts)
      if ('plan' in decided) return decided.plan
      earlier = decided.done
      throw new Error('this message was sent before')
    })
    await claimAttachments(tx, sender, sent.id, draft.rendering.attachments)
    return sent
  } catch (error) {
    // A repetition: nothing was written, so the transaction goes on.
    if (earlier) return earlier
    throw error
  }
}
