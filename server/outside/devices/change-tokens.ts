import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { deleteOldTokens, deleteToken, type PushToken, storeToken } from './token-queries.ts'

export const MAX_TOKENS = 50
const MAX_TOKEN_LENGTH = 4_096

/** Whole bytes in hexadecimal digits. */
const APNS_TOKEN = /^(?:[0-9a-f]{2})+$/

/** Refuses what cannot be a token. The case of hexadecimal digits does not matter, so one case is stored. */
export function readToken(kind: PushToken['kind'], text: string, appId: string | null = null): PushToken {
  if (text === '' || text.length > MAX_TOKEN_LENGTH) throw badRequest('Empty or invalid length token')
  const token = kind === 'apns' ? text.toLowerCase() : text
  if (kind === 'apns' && !APNS_TOKEN.test(token)) throw badRequest('Invalid APNS token')
  return { kind, token, app_id: appId }
}

/** A token that was registered before gets a new time. The oldest make room. */
export async function addToken(tx: CallTx, token: PushToken): Promise<void> {
  const { realm, user } = tx.actor
  await storeToken(tx.db, realm.id, user.id, token, tx.now)
  await deleteOldTokens(tx.db, realm.id, user.id, MAX_TOKENS)
}

export async function removeToken(tx: CallTx, token: PushToken): Promise<void> {
  const { realm, user } = tx.actor
  if (!(await deleteToken(tx.db, realm.id, user.id, token))) throw badRequest('Token does not exist')
}
