import { hash } from 'node:crypto'
import { devFetchApiKey, devListUsers, fetchApiKey } from '../../api/endpoints/authentication.ts'
import { ApiError, badRequest } from '../../api/errors.ts'
import { foldCase } from '../../api/fold-case.ts'
import { verifyPassword } from '../base/passwords.ts'
import type { Context } from '../context.ts'
import { type RequestInfo, route } from '../http/route.ts'
import { isAdministrator, type User } from '../realm-state/user.ts'
import { passwordHashOf } from '../users/queries.ts'

/** Here the account is known without its key, and the error has its own code. */
const userDeactivated = () => new ApiError('USER_DEACTIVATED', 'Account is deactivated')

const presentKey = (ctx: Context, user: User) => ({
  api_key: ctx.secret.unsealKey(user.apiKeySealed),
  email: user.deliveryEmail,
  user_id: user.id,
})

export const authenticationRoutes = {
  fetchApiKey: route(fetchApiKey, async ({ ctx, db, actor, params, request }) => {
    const user = actor.realm.userByEmail(params.username)
    const isRight = async () => {
      // Also queried without an account, so that the answer takes the same time.
      const stored = await passwordHashOf(db, user && !user.isBot ? user.id : NOBODY)
      return verifyPassword(stored, params.password)
    }
    const mayEnter = await request.passwordAttempts.attempt(triedName(actor.realm.id, user, params.username), isRight)
    // The current account, because it may have changed while its password was checked.
    const current = user && actor.realm.users.get(user.id)
    if (!mayEnter || !current) throw new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
    if (!current.isActive) throw userDeactivated()
    return presentKey(ctx, current)
  }),

  devFetchApiKey: route(devFetchApiKey, ({ ctx, actor, params, request }) => {
    requireDevelopment(ctx, request)
    const user = actor.realm.userByEmail(params.username)
    if (!user) throw badRequest('No such user')
    if (!user.isActive) throw userDeactivated()
    return presentKey(ctx, user)
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
 * The key under which attempts are counted: the account, which has several addresses and spellings, or else the name.
 * The name is hashed, because it is kept and may be long.
 */
const triedName = (realmId: number, user: User | undefined, name: string): string =>
  user ? `account ${user.id}` : `${realmId} ${hash('sha256', foldCase(name.trim()), 'base64')}`

/** No account has this id. */
const NOBODY = 0

/**
 * Keys without a password are only available if the operator has enabled them, and only for programs on this machine.
 */
function requireDevelopment(ctx: Context, request: RequestInfo): void {
  if (!ctx.config.development || !request.isLocal()) throw badRequest('Endpoint not available in production.')
}
