import { hashPassword, makePassword } from '../../server/kernel/base/passwords.ts'
import { setPassword } from '../../server/people/users/set-password.ts'
import type { Input } from '../command.ts'
import { accountOf, organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const [email = ''] = input.arguments
    const realm = await organizationOf(ctx, input.option('org'))
    const user = accountOf(realm, email)
    const password = makePassword()
    const hash = await hashPassword(password)
    await ctx.transact(realm.id, (tx) => setPassword(tx, user, hash))
    console.log(`The new password of ${user.deliveryEmail} is ${password}`)
  })
