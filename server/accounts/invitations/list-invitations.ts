import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { isAdministrator } from '../../kernel/realm-state/user.ts'
import { requireMember } from '../../people/groups/access.ts'
import type { Invitation } from './invitation.ts'
import { openInvitations } from './queries.ts'

/** Those that can still be used: all for administrators, their own for others. By email first. */
export async function listInvitations(db: Db, actor: Actor, now: number): Promise<Invitation[]> {
  requireMember(actor)
  const { realm, user } = actor
  const open = await openInvitations(db, realm.id, now, isAdministrator(user) ? null : user.id)
  const isUsable = ({ email, inviterId }: Invitation) =>
    realm.users.get(inviterId)?.isActive && (email === null || !realm.accountByEmail(email))
  const usable = open.filter(isUsable)
  return [...usable.filter(({ email }) => email !== null), ...usable.filter(({ email }) => email === null)]
}
