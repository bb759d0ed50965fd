import type { UserObject } from '../../../api/objects/user.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { fieldsOf, presentUser, profileFields } from './present.ts'

/** An account as `realm_user/add` shows it to somebody. A client that computes avatars drops the URL itself. */
export const addedPerson = (realm: RealmState, user: User, viewer: User | null): UserObject => ({
  ...presentUser(user, { viewer, clientGravatar: false }),
  ...profileFields(user, fieldsOf(realm)),
})

/** Tells people of an account that they may see from now on. They may see its address or not. */
export function emitSeen(tx: Tx, user: User, viewerIds: readonly number[]): void {
  const viewers = viewerIds.flatMap((id) => tx.realm.users.get(id) ?? [])
  for (const sees of [true, false]) {
    const alike = viewers.filter((viewer) => seesEmail(user, viewer) === sees)
    if (alike.length === 0) continue
    const person = addedPerson(tx.realm, user, sees ? user : null)
    tx.emit({ type: 'realm_user', op: 'add', person }, { to: 'users', ids: alike.map(({ id }) => id) })
  }
}
