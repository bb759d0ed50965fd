import { forgetSend, type Sending } from '../kernel/outbox.ts'

/** Puts the text of a refused message back into the composer of its conversation. */
export function editAgain(sending: Sending): void {
  void forgetSend(sending.key)
}
