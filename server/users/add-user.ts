import { useUpInvitations } from '../invitations/use-up-invitations.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { createUser } from './create-user.ts'
import type { NewAccount } from './queries.ts'
import { accountWelcome, sendSignupAnnouncement } from './send-welcome.ts'

/** Somebody joins an organization that people use already: the account is announced, and welcomed by a job. */
export async function addUser(
  tx: Tx,
  account: NewAccount,
  /** Instead of the default channels and the welcome text of the organization. */
  { channels, welcomeText }: { readonly channels?: readonly Channel[]; readonly welcomeText?: string | null } = {},
): Promise<User> {
  const user = await createUser(tx, account, channels)
  await useUpInvitations(tx, account.email)
  await sendSignupAnnouncement(tx, user)
  tx.after(accountWelcome.job({ userId: user.id, text: welcomeText ?? null }))
  return user
}
