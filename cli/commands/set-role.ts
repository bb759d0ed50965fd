import { setRole } from '../../server/people/users/set-role.ts'
import type { Input } from '../command.ts'
import { accountOf, organizationOf } from '../organization.ts'
import { roleNamed } from '../roles.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> => {
  const [email = '', name = ''] = input.arguments
  const role = roleNamed(name)
  return withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    const user = accountOf(realm, email)
    await ctx.transact(realm.id, (tx) => setRole(tx, user, role))
    console.log(`${user.deliveryEmail} is ${name} of ${realm.name}.`)
  })
}
