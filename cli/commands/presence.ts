import { changeSetting } from '../../server/organization/realm/update-realm.ts'
import { type Input, UsageError } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = async (input: Input): Promise<void> => {
  const [word = ''] = input.arguments
  if (word !== 'on' && word !== 'off') throw new UsageError(`"${word}" is neither on nor off.`)
  await withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    await ctx.transact(realm.id, (tx) => changeSetting(tx, 'presence_disabled', word === 'off'))
    console.log(`${realm.name} ${word === 'off' ? 'no longer shows' : 'shows'} who is online.`)
  })
}
