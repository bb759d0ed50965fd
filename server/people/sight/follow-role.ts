import { isLimited } from '../../kernel/realm-state/sight.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { emitSight } from './emit-sight.ts'
import { directPartnersOf } from './queries.ts'

/** To be called after a role was changed: memory keeps the direct messages of guests, whose sight may be limited. */
export async function followRole(tx: Tx, before: User, after: User): Promise<void> {
  if (isGuest(before) === isGuest(after)) return
  const userId = after.id
  if (isGuest(after)) {
    const partnerIds = await directPartnersOf(tx.db, tx.realm.id, userId)
    if (partnerIds.length > 0) tx.record([{ put: 'directPartners', value: { userId, partnerIds } }])
  }
  const isLimitedNow = isLimited(tx.realm, after)
  if (after.isActive && isLimited(tx.realm, before) !== isLimitedNow)
    emitSight(tx, { guests: [userId], isLimited: isLimitedNow })
  if (isGuest(before) && tx.realm.records.directPartners.get(userId))
    tx.record([{ remove: 'directPartners', key: userId }])
}
