import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireProfileField } from './access.ts'
import { emitFields } from './emit-fields.ts'
import { deleteField } from './queries.ts'

/** Also deletes the values that people have in it. */
export async function deleteProfileField(tx: CallTx, fieldId: number): Promise<void> {
  const { id, name, type } = requireProfileField(tx.realm, fieldId)
  await deleteField(tx.db, tx.realm.id, id)
  emitFields(tx, [{ remove: 'profileField', key: id }])
  tx.audit({ action: 'profile field deleted', target: { kind: 'profile_field', id }, details: { name, type } })
}
