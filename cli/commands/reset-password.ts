import type { Context } from '../../server/context.ts'
import { hashPassword, makePassword } from '../../server/passwords.ts'
import { setPassword } from '../../server/users/set-password.ts'
import type { Input } from '../command.ts'
import { accountOf, organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const [email = ''] = input.arguments
    const password = makePassword()
    await setNewPassword(ctx, { org: input.option('org'), email, password })
    console.log(`The new password of ${email} is ${password}`)
  })

interface NewPassword {
  readonly org: string | null
  readonly email: string
  readonly password: string
}

async function setNewPassword(ctx: Context, { org, email, password }: NewPassword): Promise<void> {
  const realm = await organizationOf(ctx, org)
  const user = accountOf(realm, email)
  const hash = await hashPassword(password)
  await ctx.transact(realm.id, (tx) => setPassword(tx, realm, user, hash))
}
