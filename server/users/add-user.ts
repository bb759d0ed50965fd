import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { createUser } from './create-user.ts'
import type { NewAccount } from './queries.ts'
import { accountWelcome, sendSignupAnnouncement } from './send-welcome.ts'

/** Somebody joins an organization that people use already: the account is announced, and welcomed by a job. */
export async function addUser(tx: Tx, account: NewAccount): Promise<User> {
  const user = await createUser(tx, account)
  await sendSignupAnnouncement(tx, user)
  tx.after(accountWelcome.job({ userId: user.id }))
  return user
}
