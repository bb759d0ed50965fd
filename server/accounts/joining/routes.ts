import { createUser } from '../../../api/endpoints/users.ts'
import { badRequest } from '../../../api/errors.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import { requireRole } from '../../kernel/http/request/authentication.ts'
import { route } from '../../kernel/http/route.ts'
import { ROLE, type User } from '../../kernel/realm-state/user.ts'
import { prepareAccount, requireFreeEmail } from '../../people/users/create-user.ts'
import { requirePermittedEmail } from '../../people/users/email/permitted-email.ts'
import { checkFullName } from '../../people/users/full-name.ts'
import { addUser } from './add-user.ts'

export const joiningRoutes = {
  createUser: route(createUser, async (call) => {
    const { ctx, actor, params } = call
    requireMayCreateUsers(actor.user)
    const wanted = { email: params.email, fullName: params.full_name, password: params.password, role: ROLE.member }
    checkFullName(params.full_name)
    if (!isEmail(params.email)) throw badRequest('Bad name or username')
    await requirePermittedEmail(actor.realm, params.email)
    requireFreeEmail(actor.realm, params.email)
    const account = await prepareAccount(ctx.secret, wanted)
    const user = await call.transact((tx) => {
      requireMayCreateUsers(tx.actor.user)
      return addUser(tx, account)
    })
    return { user_id: user.id }
  }),
}

/** Also checks the role of the endpoint. Preparing an account takes a while, and both may be revoked in that time. */
function requireMayCreateUsers(user: User): void {
  requireRole(createUser.auth, user)
  if (!user.canCreateUsers) throw badRequest('User not authorized to create users')
}
