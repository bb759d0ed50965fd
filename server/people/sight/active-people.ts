import type { Audience } from '../../kernel/log/audience.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { blindTo } from '../../kernel/realm-state/sight.ts'
import type { User } from '../../kernel/realm-state/user.ts'

/** The active people of whom something is true, as the shorter list; null when it is true of nobody. */
export function activePeople(realm: RealmState, has: (viewer: User) => boolean): Audience | null {
  const [ids, others]: [number[], number[]] = [[], []]
  for (const viewer of realm.users.values()) if (viewer.isActive) (has(viewer) ? ids : others).push(viewer.id)
  if (ids.length === 0) return null
  if (others.length === 0) return { to: 'everyone' }
  return ids.length <= others.length ? { to: 'users', ids } : { to: 'everyone', except: others }
}

/** Everyone who may see this account. */
export function viewersOf(realm: RealmState, user: User): Audience {
  const blind = blindTo(realm, user)
  return blind.size === 0 ? { to: 'everyone' } : { to: 'everyone', except: [...blind] }
}
