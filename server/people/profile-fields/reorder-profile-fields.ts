import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { emitFields } from './emit-fields.ts'
import { updateField } from './queries.ts'

/** Every field must have a place. Ids of no field are ignored. */
export async function reorderProfileFields(tx: CallTx, order: readonly number[]): Promise<void> {
  const { realm } = tx
  const positions = new Map([...new Set(order)].map((id, position) => [id, position]))
  const fields = [...realm.records.profileField.values()]
  const moved = fields.map((field) => {
    const position = positions.get(field.id)
    if (position === undefined) throw badRequest('Invalid order mapping.')
    return { ...field, position }
  })
  for (const field of moved) await updateField(tx.db, realm.id, field)
  emitFields(
    tx,
    moved.map((value) => ({ put: 'profileField', value })),
  )
  tx.audit({
    action: 'profile fields reordered',
    target: { kind: 'realm', id: realm.id },
    details: { order: moved.toSorted((a, b) => a.position - b.position).map(({ id }) => id) },
  })
}
