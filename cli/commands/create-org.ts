import { makePassword } from '../../server/passwords.ts'
import { createRealm } from '../../server/realm/create-realm.ts'
import type { Input } from '../command.ts'
import { printCredentials } from '../credentials.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const [name = ''] = input.arguments
    const host = (input.option('host') ?? '').toLowerCase()
    const owner = {
      email: input.option('owner-email') ?? `owner@${host}`,
      fullName: input.option('owner-name') ?? 'Owner',
      password: makePassword(),
    }
    const { realmId, apiKey } = await createRealm(ctx, { name, host, owner })
    const { state } = await ctx.realms.live(realmId)
    printCredentials({ ...owner, apiKey, url: ctx.addressOf(state) })
  })
