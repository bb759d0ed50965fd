import { defaultChannels } from '../../channels/default-channel-groups/default-channels.ts'
import { subscribeUsers } from '../../channels/subscribe-users.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { createUser } from '../../people/users/create-user.ts'
import { useUpInvitations } from '../../people/users/email/use-up-invitations.ts'
import type { NewAccount } from '../../people/users/queries.ts'
import { accountWelcome, sendSignupAnnouncement } from './send-welcome.ts'

/** Somebody joins an organization that people use already: the account is announced, and welcomed by a job. */
export async function addUser(
  tx: Tx,
  account: NewAccount,
  /** Instead of the default channels and the welcome text of the organization. */
  { channels, welcomeText }: { readonly channels?: readonly Channel[]; readonly welcomeText?: string | null } = {},
): Promise<User> {
  const user = await createUser(tx, account)
  await subscribeUsers(tx, channels ?? defaultChannels(tx.realm), [user])
  await useUpInvitations(tx, account.email)
  await sendSignupAnnouncement(tx, user)
  tx.after(accountWelcome.job({ userId: user.id, text: welcomeText ?? null }))
  return user
}
