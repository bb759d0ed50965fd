import { users } from '../../kernel/log/audience.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import type { AccountProvider } from './account-provider.ts'
import { deleteToken, deleteTokens, updateToken, upsertToken } from './token-queries.ts'

const rowOf = ({ actor: { realm, user } }: CallTx, { key }: AccountProvider, sealed: string) => ({
  realm_id: realm.id,
  user_id: user.id,
  provider: key,
  sealed,
})

/** Stores the tokens of an account that the caller connects, also if one was connected before: clients wait for the event. */
export async function storeToken(tx: CallTx, provider: AccountProvider, sealed: string): Promise<void> {
  await upsertToken(tx.db, rowOf(tx, provider, sealed))
  tx.emit({ type: provider.event, value: true }, users(tx.actor.user.id))
}

/** Replaces tokens by refreshed ones. False if they were replaced or dropped meanwhile. */
export const replaceToken = (tx: CallTx, provider: AccountProvider, sealed: string, next: string): Promise<boolean> =>
  updateToken(tx.db, rowOf(tx, provider, sealed), next)

/** Drops tokens that the provider refuses. False if they were replaced or dropped meanwhile. */
export async function dropToken(tx: CallTx, provider: AccountProvider, sealed: string): Promise<boolean> {
  const isDropped = await deleteToken(tx.db, rowOf(tx, provider, sealed))
  if (isDropped) tx.emit({ type: provider.event, value: false }, users(tx.actor.user.id))
  return isDropped
}

/** For an account that ends. Its queues end too, so there are no events. */
export const forgetTokens = (tx: Tx, userId: number) => deleteTokens(tx.db, tx.realm.id, userId)
