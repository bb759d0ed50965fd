import { StartupRefusal } from '../../kernel/base/startup-refusal.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { updateRealmRow } from './queries.ts'

/** Only the operator can do it: every request to a deactivated organization is refused. */
export async function reactivateRealm(tx: Tx): Promise<void> {
  const { info } = tx.realm
  if (!info.deactivated) throw new StartupRefusal(`${info.name} is not deactivated: there is nothing to do.`)
  if (info.deletionAt !== null && info.deletionAt <= tx.now)
    throw new StartupRefusal(`${info.name} cannot come back: its data is being deleted.`)
  const active = { ...info, deactivated: false, deletionAt: null }
  await updateRealmRow(tx.db, active)
  tx.record([{ put: 'realm', value: active }])
  tx.audit({ action: 'organization reactivated', target: { kind: 'realm', id: info.id } })
}
