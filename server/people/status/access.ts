import { badRequest } from '../../../api/errors.ts'
import { findShownUser } from '../../kernel/access/user-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isAdministrator, type User } from '../../kernel/realm-state/user.ts'

/** An account whose status can be read. */
export function requireShownUser({ realm, user }: Actor, userId: number): User {
  const found = findShownUser(realm, user, userId)
  if (!found) throw badRequest('No such user')
  if (!found.isActive) throw badRequest('User is deactivated')
  return found
}

/** A person whose status the caller may change: for administrators, and for bots that belong to one. */
export function requireStatusOf(actor: Actor, userId: number): User {
  if (!isAdministrator(actor.user) && !belongsToAdministrator(actor.realm, actor.user))
    throw badRequest('Insufficient permission')
  const found = requireShownUser(actor, userId)
  if (found.isBot) throw badRequest('No such user')
  return found
}

function belongsToAdministrator(realm: RealmState, { isBot, botOwnerId }: User): boolean {
  const owner = isBot && botOwnerId !== null ? realm.users.get(botOwnerId) : undefined
  return owner?.isActive === true && isAdministrator(owner)
}
