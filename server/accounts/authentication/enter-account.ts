import { ApiError } from '../../../api/errors.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { claimImportedAccount } from '../../people/users/claim-imported-account.ts'

/** Here the account is known without its key, and the error has its own code. */
const userDeactivated = () => new ApiError('USER_DEACTIVATED', 'Account is deactivated')

interface Transactions {
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Somebody has shown who they are. The first time may be that of an imported account. */
export async function enterAccount(ctx: Transactions, user: User): Promise<User> {
  if (!user.isActive) throw userDeactivated()
  return user.isImportedStub ? ctx.transact(user.realmId, (tx) => claimImportedAccount(tx, user.id)) : user
}
