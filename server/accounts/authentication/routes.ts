import {
  devFetchApiKey,
  devListUsers,
  fetchApiKey,
  jwtFetchApiKey,
  regenerateApiKey,
} from '../../../api/endpoints/authentication.ts'
import { ApiError, badRequest } from '../../../api/errors.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import type { Context } from '../../kernel/context.ts'
import { type RequestInfo, route } from '../../kernel/http/route.ts'
import { isAdministrator, type User } from '../../kernel/realm-state/user.ts'
import { requirePasswords } from '../../organization/sign-in-methods/methods.ts'
import { presentUser } from '../../people/sight/present.ts'
import { newApiKey } from '../../people/users/api-key.ts'
import { changeApiKey } from '../../people/users/change-api-key.ts'
import { accountByPassword } from './check-password.ts'
import { enterAccount } from './enter-account.ts'
import { readToken } from './json-web-token.ts'

const authenticationFailed = () => new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect')

const presentKey = (ctx: Context, user: User) => ({
  api_key: ctx.secret.unsealKey(user.apiKeySealed),
  email: user.deliveryEmail,
  user_id: user.id,
})

export const authenticationRoutes = {
  fetchApiKey: route(fetchApiKey, async ({ ctx, db, actor, params, request }) => {
    requirePasswords(ctx.config, actor.realm)
    const means = { db, realm: actor.realm, attempts: request.passwordAttempts }
    const user = await accountByPassword(means, params.username, params.password)
    if (!user) throw authenticationFailed()
    return presentKey(ctx, await enterAccount(ctx, user))
  }),

  devFetchApiKey: route(devFetchApiKey, async ({ ctx, actor, params, request }) => {
    requireDevelopment(ctx, request)
    const user = actor.realm.userByEmail(params.username)
    if (!user) throw badRequest('No such user')
    return presentKey(ctx, await enterAccount(ctx, user))
  }),

  jwtFetchApiKey: route(jwtFetchApiKey, async ({ ctx, actor: { realm }, params }) => {
    const { jwtSecret } = ctx.config
    if (jwtSecret === null) throw badRequest('JWT authentication is not enabled for this organization')
    const claims = await readToken(params.token, jwtSecret, realm.now)
    if (!claims) throw badRequest('Bad JSON web token')
    if (typeof claims['email'] !== 'string') throw badRequest('No email specified in JSON web token claims')
    const user = realm.userByEmail(claims['email'])
    if (!user || user.isBot) throw authenticationFailed()
    const signedIn = await enterAccount(ctx, user)
    const { api_key, email } = presentKey(ctx, signedIn)
    if (!params.include_profile) return { api_key, email }
    return { api_key, email, user: presentUser(signedIn, { viewer: signedIn, clientGravatar: false }) }
  }),

  regenerateApiKey: route(regenerateApiKey, async (call) => {
    requirePerson(call.actor.user)
    const api_key = newApiKey()
    await call.transact((tx) => changeApiKey(tx, tx.actor.user, call.ctx.secret, api_key))
    return { api_key }
  }),

  devListUsers: route(devListUsers, ({ ctx, actor, request }) => {
    requireDevelopment(ctx, request)
    const people = [...actor.realm.users.values()].filter((user) => user.isActive && !user.isBot)
    const present = (user: User) => ({ email: user.deliveryEmail, realm_url: ctx.addressOf(actor.realm) })
    return {
      direct_admins: people.filter(isAdministrator).map(present),
      direct_users: people.filter((user) => !isAdministrator(user)).map(present),
    }
  }),
}

/**
 * Keys without a password are only available if the operator has enabled them, and only for programs on this machine.
 */
function requireDevelopment(ctx: Context, request: RequestInfo): void {
  if (!ctx.config.development || !request.isLocal()) throw badRequest('Endpoint not available in production.')
}
