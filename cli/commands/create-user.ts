import { makePassword } from '../../server/kernel/base/passwords.ts'
import type { Input } from '../command.ts'
import { printCredentials } from '../credentials.ts'
import { createAccount } from '../new-account.ts'
import { roleOf } from '../roles.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> => {
  const role = roleOf(input)
  return withContext(input, async (ctx) => {
    const [email = '', fullName = ''] = input.arguments
    const account = { org: input.option('org'), email, fullName, role, password: makePassword() }
    printCredentials({ ...account, ...(await createAccount(ctx, account)) })
  })
}
