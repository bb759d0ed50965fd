import { everyone } from '../../kernel/log/audience.ts'
import type { Linkifier } from '../../kernel/realm-state/records/linkifier.ts'
import type { StateChange } from '../../kernel/realm-state/state-change.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { presentLinkifier } from './present.ts'

/** Sends everyone the whole list as it is after a change. */
export function emitLinkifiersChanged(tx: CallTx, after: readonly Linkifier[], state: readonly StateChange[]): void {
  tx.emit({ type: 'realm_linkifiers', realm_linkifiers: after.map(presentLinkifier) }, everyone, { state })
}
