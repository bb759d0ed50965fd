import type { Secret } from '../../kernel/base/secret.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { storeChange } from './emit-change.ts'

/** Sets another key of an account. The old one is refused from now on, on every node. */
export async function changeApiKey(tx: Tx, user: User, secret: Secret, key: string): Promise<void> {
  await storeChange(tx, user, { api_key_hash: secret.hashKey(key), api_key_sealed: secret.sealKey(key) })
  tx.record([{ newKeyOf: user.id }])
  tx.audit({ action: 'API key replaced', target: { kind: 'user', id: user.id } })
}
