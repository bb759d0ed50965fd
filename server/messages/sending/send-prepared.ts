import type { Actor } from '../../kernel/actor.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { claimAttachments } from '../uploads/claim-attachments.ts'
import { insertSubmessage, reserveSubmessageId } from '../widgets/queries.ts'
import type { PreparedSend } from './prepare-send.ts'
import { sendBatch } from './send-batch.ts'
import { type Draft, sendChange } from './send-message.ts'
import type { SendOutcome, SendPlan } from './send-plan.ts'

/** Throws what a send would be refused with. Nothing is written. */
export function requireMaySend(sender: Actor, { destination, draft }: PreparedSend): void {
  sendChange(sender, destination, draft).decide(sender, undefined)
}

/** True for messages with files or a widget, which are stored in the same transaction. Others take the faster way. */
export const needsTransaction = ({ rendering, widget }: Draft): boolean =>
  rendering.attachments.length > 0 || widget !== undefined

/**
 * Sends a message in a transaction, after the checks of every send, with its widget and the files it links to. `behalf` is
 * as for `sendChange`.
 */
export async function sendPrepared(
  tx: Tx,
  sender: Actor,
  { destination, draft }: PreparedSend,
  behalf?: Actor,
): Promise<SendOutcome> {
  const widget = draft.widget && { ...draft.widget, id: await reserveSubmessageId(tx.db) }
  const change = sendChange(sender, destination, { ...draft, widget }, behalf)
  let earlier: SendOutcome | undefined
  try {
    const sent = await tx.runBatch(sendBatch, change, (facts): SendPlan => {
      const decided = change.decide(sender, facts)
      if ('plan' in decided) return decided.plan
      earlier = decided.done
      throw new Error('this message was sent before')
    })
    if (widget) await insertSubmessage(tx.db, submessageOf(sender, sent.id, widget))
    await claimAttachments(tx, sender, sent.id, draft.rendering.attachments)
    return sent
  } catch (error) {
    // A repetition: nothing was written, so the transaction goes on.
    if (earlier) return earlier
    throw error
  }
}

const submessageOf = ({ realm, user }: Actor, messageId: number, widget: NonNullable<Draft['widget']>) => ({
  id: widget.id,
  realm_id: realm.id,
  message_id: messageId,
  sender_id: user.id,
  msg_type: 'widget',
  content: widget.content,
})
