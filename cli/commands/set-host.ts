import { seconds } from '../../server/kernel/base/clock.ts'
import { StartupRefusal } from '../../server/kernel/base/startup-refusal.ts'
import { changeHost } from '../../server/organization/realm/change-host.ts'
import type { Input } from '../command.ts'
import { hostName } from '../host-name.ts'
import { organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

/**
 * The host is part of addresses that clients have, so they must register again. Not next to a running server, which
 * would not see the change.
 */
export const run = async (input: Input): Promise<void> => {
  const [org = '', wanted = ''] = input.arguments
  const host = hostName('HOST', wanted)
  await withContext(
    input,
    async (ctx) => {
      const realm = await organizationOf(ctx, org)
      if (ctx.realms.shared()) throw new StartupRefusal('Another server uses this database: stop it first.')
      await changeHost(ctx.database.db, realm.id, host, seconds(ctx.clock))
      console.log(`The host of ${realm.name} is ${host} now.`)
    },
    { alone: true },
  )
}
