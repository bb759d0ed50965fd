import { hash } from 'node:crypto'
import { foldCase } from '../../../api/fold-case.ts'
import { verifyPassword } from '../../kernel/base/passwords.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { passwordHashOf } from '../../people/users/queries.ts'

/** Throws after too many wrong passwords for this account. */
interface Attempts {
  attempt(account: string, isRight: () => Promise<boolean>): Promise<boolean>
}

interface PasswordContext {
  readonly db: Db
  readonly realm: RealmState
  readonly attempts: Attempts
}

/** The account with this address and password. Undefined if either is wrong. Takes the same time in every case. */
export async function accountByPassword(
  { db, realm, attempts }: PasswordContext,
  username: string,
  password: string,
): Promise<User | undefined> {
  const user = realm.userByEmail(username)
  const isRight = async () => {
    // Also queried without an account, so that the answer takes the same time.
    const stored = await passwordHashOf(db, user && !user.isBot ? user.id : NOBODY)
    return verifyPassword(stored, password)
  }
  const mayEnter = await attempts.attempt(triedName(realm.id, user, username), isRight)
  // The current account, because it may have changed while its password was checked.
  return mayEnter && user ? realm.users.get(user.id) : undefined
}

/**
 * The key under which attempts are counted: the account, which has several addresses and spellings, or else the name.
 * The name is hashed, because it is kept and may be long.
 */
const triedName = (realmId: number, user: User | undefined, name: string): string =>
  user ? `account ${user.id}` : `${realmId} ${hash('sha256', foldCase(name.trim()), 'base64')}`

/** No account has this id. */
const NOBODY = 0
