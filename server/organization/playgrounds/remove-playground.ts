import { badRequest } from '../../../api/errors.ts'
import { requireAdministrator } from '../../kernel/access/role-access.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { playgroundsOf, presentPlaygrounds } from './present.ts'
import { deletePlaygroundRow } from './queries.ts'

export async function removePlayground(tx: CallTx, id: number): Promise<void> {
  const { realm, user } = tx.actor
  requireAdministrator(user)
  const playground = realm.records.playground.get(id)
  if (!playground) throw badRequest('Invalid playground')
  await deletePlaygroundRow(tx.db, realm.id, id)
  const after = presentPlaygrounds(playgroundsOf(realm).filter((one) => one.id !== id))
  tx.emit({ type: 'realm_playgrounds', realm_playgrounds: after }, everyone, {
    state: [{ remove: 'playground', key: id }],
  })
  tx.audit({ action: 'playground removed', target: { kind: 'realm', id: realm.id }, details: { playground } })
}
