import { reactivateRealm } from '../../server/organization/realm/reactivate-realm.ts'
import type { Input } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    await ctx.transact(realm.id, reactivateRealm)
    console.log(`${realm.name} is active again, with everything it had.`)
  })
