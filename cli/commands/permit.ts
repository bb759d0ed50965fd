import type { Context } from '../../server/context.ts'
import { OPERATOR_RIGHTS, type OperatorRight, permitUser } from '../../server/users/permit-user.ts'
import { type Input, UsageError } from '../command.ts'
import { accountOf, organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

interface Permission {
  readonly org: string | null
  readonly email: string
  readonly flag: OperatorRight
  readonly on: boolean
}

export const run = async (input: Input): Promise<void> => {
  const [email = '', word = ''] = input.arguments
  const flag = OPERATOR_RIGHTS.find((known) => known === word)
  if (!flag) throw new UsageError(`"${word}" is not a right; there are ${OPERATOR_RIGHTS.join(' and ')}.`)
  const on = !input.isOn('off')
  await withContext(input, (ctx) => setFlag(ctx, { org: input.option('org'), email, flag, on }))
  console.log(`${email} ${on ? 'has' : 'no longer has'} ${flag}.`)
}

async function setFlag(ctx: Context, { org, email, flag, on }: Permission): Promise<void> {
  const realm = await organizationOf(ctx, org)
  const user = accountOf(realm, email)
  await ctx.transact(realm.id, (tx) => permitUser(tx, realm, user, flag, on))
}
