import { OPERATOR_RIGHTS, permitUser } from '../../server/people/users/permit-user.ts'
import { type Input, UsageError } from '../command.ts'
import { accountOf, organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = async (input: Input): Promise<void> => {
  const [email = '', word = ''] = input.arguments
  const flag = OPERATOR_RIGHTS.find((known) => known === word)
  if (!flag) throw new UsageError(`"${word}" is not a right; there are ${OPERATOR_RIGHTS.join(' and ')}.`)
  const on = !input.isOn('off')
  await withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    const user = accountOf(realm, email)
    await ctx.transact(realm.id, (tx) => permitUser(tx, user, flag, on))
    console.log(`${user.deliveryEmail} ${on ? 'has' : 'no longer has'} ${flag}.`)
  })
}
