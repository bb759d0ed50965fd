import { requireAdministrator } from '../../kernel/access/role-access.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { checkAmongOthers, checkPlayground } from './check-playground.ts'
import { playgroundsOf, presentPlaygrounds } from './present.ts'
import { insertPlayground } from './queries.ts'
import type { Playground } from './record.ts'

export async function addPlayground(tx: CallTx, wanted: Omit<Playground, 'id'>): Promise<number> {
  const { realm, user } = tx.actor
  requireAdministrator(user)
  checkPlayground(wanted)
  checkAmongOthers(realm, wanted)
  const playground = await insertPlayground(tx.db, realm.id, wanted)
  const after = presentPlaygrounds([...playgroundsOf(realm), playground])
  tx.emit({ type: 'realm_playgrounds', realm_playgrounds: after }, everyone, {
    state: [{ put: 'playground', value: playground }],
  })
  tx.audit({ action: 'playground added', target: { kind: 'realm', id: realm.id }, details: { playground } })
  return playground.id
}
