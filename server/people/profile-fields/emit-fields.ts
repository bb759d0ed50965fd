import { everyone } from '../../kernel/log/audience.ts'
import type { StateChange } from '../../kernel/realm-state/state-change.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { presentFields } from './present.ts'

/** One event with all fields as they are after these changes. */
export function emitFields(tx: Tx, state: readonly StateChange[]): void {
  tx.record(state)
  tx.emit({ type: 'custom_profile_fields', fields: presentFields(tx.realm) }, everyone)
}
