import { partnersOf, sees } from '../../kernel/realm-state/sight.ts'
import { isGuest } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { emitSeenPeople } from './emit-sight.ts'

/** People have a direct conversation from now on. Guests among them see the others. */
export function meetInConversation(tx: Tx, memberIds: readonly number[]): void {
  const { realm } = tx
  const members = memberIds.flatMap((id) => realm.account(id) ?? [])
  const unseen = members.map((user) => ({
    user,
    viewers: members.filter((viewer) => viewer.isActive && !sees(realm, viewer, user)),
  }))
  for (const guest of members) {
    const before = partnersOf(realm, guest.id)
    const partnerIds = [...new Set([...before, ...memberIds])].sort((a, b) => a - b)
    if (isGuest(guest) && partnerIds.length > before.length)
      tx.record([{ put: 'directPartners', value: { userId: guest.id, partnerIds } }])
  }
  for (const { user, viewers } of unseen) emitSeenPeople(tx, user, viewers)
}
