import { makePassword } from '../../server/base/passwords.ts'
import type { Input } from '../command.ts'
import { printCredentials } from '../credentials.ts'
import { createAccount } from '../new-account.ts'
import { roleOf } from '../roles.ts'
import { withContext } from '../with-context.ts'

/**
 * A replacement until there are invitation links: creates the account at once, and the operator passes the password on.
 */
export const run = (input: Input): Promise<void> => {
  const role = roleOf(input)
  return withContext(input, async (ctx) => {
    const [email = ''] = input.arguments
    const fullName = input.option('name') ?? nameFrom(email)
    const account = { org: input.option('org'), email, fullName, role, password: makePassword() }
    const { url } = await createAccount(ctx, account)
    console.log(`The account of ${fullName} exists now. Send them this over a channel you trust:\n`)
    printCredentials({ url, email, password: account.password })
  })
}

/** `ada.lovelace@example.org` → `Ada Lovelace` */
export const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? email)
    .split(/[._+-]+/)
    .filter((part) => part !== '')
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join(' ')
