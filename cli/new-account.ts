import { addUser } from '../server/accounts/joining/add-user.ts'
import type { Context } from '../server/kernel/context.ts'
import type { Role } from '../server/kernel/realm-state/user.ts'
import { prepareAccount } from '../server/people/users/create-user.ts'
import { organizationOf } from './organization.ts'

export interface NewAccount {
  /** Host of the organization. Null for the only one. */
  readonly org: string | null
  readonly email: string
  readonly fullName: string
  readonly role: Role
  readonly password: string
}

/** Uses the same action as POST /users. The operator needs no right for it. */
export async function createAccount(ctx: Context, wanted: NewAccount): Promise<{ apiKey: string; url: string }> {
  const realm = await organizationOf(ctx, wanted.org)
  const account = await prepareAccount(ctx.secret, wanted)
  await ctx.transact(realm.id, (tx) => addUser(tx, account))
  return { apiKey: account.apiKey, url: ctx.addressOf(realm) }
}
