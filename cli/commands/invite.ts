import { inviteAsOperator } from '../../server/accounts/invitations/invite-as-operator.ts'
import { invitationLink } from '../../server/accounts/invitations/key.ts'
import type { Input } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { roleOf } from '../roles.ts'
import { withContext } from '../with-context.ts'

/** The invitation by email of the API, made by the operator. The link is printed, so that it works without mail. */
export const run = (input: Input): Promise<void> => {
  const role = roleOf(input)
  return withContext(input, async (ctx) => {
    const [email = ''] = input.arguments
    const realm = await organizationOf(ctx, input.option('org'))
    const { keySealed } = await ctx.transact(realm.id, (tx) => inviteAsOperator(tx, ctx.secret, email, role))
    console.log(`With this link ${email.trim()} can join ${realm.name} during the next ten days:\n`)
    console.log(invitationLink(ctx.addressOf(realm), ctx.secret.unsealKey(keySealed)))
  })
}
