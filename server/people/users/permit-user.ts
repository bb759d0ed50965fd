import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { updateAccount } from './queries.ts'

/** Rights that only the operator of the server can grant. */
export const OPERATOR_RIGHTS = ['can_create_users', 'can_change_user_emails'] as const
export type OperatorRight = (typeof OPERATOR_RIGHTS)[number]

export async function permitUser(tx: Tx, user: User, right: OperatorRight, on: boolean): Promise<void> {
  const row = await updateAccount(tx.db, user.id, { [right]: on })
  tx.record([{ put: 'user', value: userFromRow(row, tx.realm.info.host) }])
  tx.audit({
    action: 'right changed',
    target: { kind: 'user', id: user.id },
    details: { right, before: rightOf(user, right), after: on },
  })
}

const rightOf = (user: User, right: OperatorRight): boolean =>
  right === 'can_create_users' ? user.canCreateUsers : user.canChangeUserEmails
