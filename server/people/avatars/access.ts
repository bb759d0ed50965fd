import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { isAdministrator } from '../../kernel/realm-state/user.ts'

/** Administrators may always change it. */
export function requireMayChangeAvatar({ realm, user }: Pick<Actor, 'realm' | 'user'>): void {
  if (realm.info.settings.avatar_changes_disabled && !isAdministrator(user))
    throw badRequest('Avatar changes are disabled in this organization.')
}
