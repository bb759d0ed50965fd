import { deactivateAsOperator } from '../../server/accounts/deactivation/deactivate-account.ts'
import type { Input } from '../command.ts'
import { accountOf, organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const [email = ''] = input.arguments
    const realm = await organizationOf(ctx, input.option('org'))
    const user = await ctx.transact(realm.id, async (tx) => {
      const found = accountOf(tx.realm, email)
      await deactivateAsOperator(tx, found)
      return found
    })
    console.log(`${user.deliveryEmail} is deactivated in ${realm.name}: signed out everywhere, and without API key.`)
  })
