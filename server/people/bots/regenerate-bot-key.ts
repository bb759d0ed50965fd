import type { Secret } from '../../kernel/base/secret.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { newApiKey } from '../users/api-key.ts'
import { updateAccount } from '../users/queries.ts'
import { requireActiveBot } from './access.ts'

/** The old key stops working at once. */
export async function regenerateBotKey(tx: CallTx, secret: Secret, botId: number): Promise<string> {
  const bot = requireActiveBot(tx.actor, botId)
  const apiKey = newApiKey()
  const row = await updateAccount(tx.db, bot.id, {
    api_key_hash: secret.hashKey(apiKey),
    api_key_sealed: secret.sealKey(apiKey),
  })
  tx.record([{ put: 'user', value: userFromRow(row, tx.realm.info.host) }])
  tx.audit({ action: 'bot key regenerated', target: { kind: 'user', id: bot.id } })
  return apiKey
}
