import { createUser as createUserEndpoint, getOwnUser, getUsers } from '../../api/endpoints/users.ts'
import { badRequest } from '../../api/errors.ts'
import { isEmail } from '../base/person-rules.ts'
import { requireRole } from '../http/request/authentication.ts'
import { route } from '../http/route.ts'
import { MISSING } from '../missing-features.ts'
import { pictureUrl } from '../realm-state/avatar.ts'
import { isAdministrator, isGuest, isOwner, ROLE, type User } from '../realm-state/user.ts'
import { addUser } from './add-user.ts'
import { prepareAccount, requireFreeEmail } from './create-user.ts'
import { checkFullName } from './full-name.ts'
import { botFields, fieldsOf, presentUser, profileFields } from './present.ts'
import { maxMessageId } from './queries.ts'
import { requireWelcomeEmail } from './welcome-email.ts'

export const userRoutes = {
  getUsers: route(getUsers, ({ actor, params }) => {
    const view = { viewer: actor.user, clientGravatar: params.client_gravatar }
    const wanted = params.user_ids
      ? [...new Set(params.user_ids)].flatMap((id) => actor.realm.users.get(id) ?? [])
      : [...actor.realm.users.values()]
    const fields = params.include_custom_profile_fields ? fieldsOf(actor.realm) : null
    return {
      members: wanted.map((user) => ({
        ...presentUser(user, view),
        ...(fields ? profileFields(user, fields) : {}),
      })),
    }
  }),

  createUser: route(createUserEndpoint, async (call) => {
    const { ctx, actor, params } = call
    requireMayCreateUsers(actor.user)
    const wanted = { email: params.email, fullName: params.full_name, password: params.password, role: ROLE.member }
    checkFullName(params.full_name)
    if (!isEmail(params.email)) throw badRequest('Bad name or username')
    await requireWelcomeEmail(actor.realm, params.email)
    requireFreeEmail(actor.realm, params.email)
    const account = await prepareAccount(ctx.secret, wanted)
    const user = await call.transact((tx) => {
      requireMayCreateUsers(tx.actor.user)
      return addUser(tx, account)
    })
    return { user_id: user.id }
  }),

  getOwnUser: route(getOwnUser, async ({ db, actor: { realm, user } }) => {
    const person = presentUser(user, { viewer: user, clientGravatar: false })
    return {
      user_id: user.id,
      email: user.apiEmail,
      delivery_email: user.deliveryEmail,
      full_name: user.fullName,
      date_joined: person.date_joined,
      is_active: user.isActive,
      is_owner: isOwner(user),
      is_admin: isAdministrator(user),
      is_guest: isGuest(user),
      is_bot: user.isBot,
      role: user.role,
      timezone: user.timezone,
      avatar_url: pictureUrl(user, true),
      avatar_version: user.avatarVersion,
      ...MISSING.account,
      max_message_id: await maxMessageId(db, user),
      ...botFields(user),
      ...profileFields(user, fieldsOf(realm)),
    }
  }),
}

/** Also checks the role of the endpoint. Preparing an account takes a while, and both may be revoked in that time. */
function requireMayCreateUsers(user: User): void {
  requireRole(createUserEndpoint.auth, user)
  if (!user.canCreateUsers) throw badRequest('User not authorized to create users')
}
