import { badRequest } from '../../../api/errors.ts'
import { defaultChannels } from '../../channels/default-channel-groups/default-channels.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { putMembers } from '../../people/groups/change-members.ts'
import { emitInvitesChanged } from '../../people/users/email/emit-invites-changed.ts'
import { welcomeMail } from '../../people/users/email/mail-welcome.ts'
import type { NewAccount } from '../../people/users/queries.ts'
import { addUser } from '../joining/add-user.ts'
import { mayAddMembers, mayGrantRole, maySubscribeNewcomers } from './access.ts'
import { type Invitation, isExpired, isFor } from './invitation.ts'
import { acceptedInvitation } from './notify-inviter.ts'
import { invitationByKey } from './queries.ts'

const invalid = () => badRequest('This invitation is not valid. It may have expired, been used or been revoked.')

/**
 * The invitation of a key, if an account can be created with it now. It is worth nothing when the person who made it is
 * gone or can no longer give its role.
 */
export async function requireUsableInvitation(
  db: Db,
  realm: RealmState,
  keyHash: string,
  now: number,
): Promise<Invitation> {
  const invitation = await invitationByKey(db, realm.id, keyHash)
  const inviter = invitation && realm.users.get(invitation.inviterId)
  const isUsable =
    invitation?.state === 'open' &&
    !isExpired(invitation, now) &&
    inviter?.isActive &&
    mayGrantRole(inviter, invitation.role) &&
    !realm.isDeactivated
  if (!isUsable) throw invalid()
  return invitation
}

/**
 * An account made with an invitation. For an invitation by email the address must be the invited one; for a link the
 * caller has verified that the address is theirs. Channels and groups to which the inviter can no longer add people are
 * left out.
 */
export async function redeemInvitation(
  tx: Tx,
  secret: Secret,
  key: string,
  wanted: Omit<NewAccount, 'role' | 'canCreateUsers'>,
): Promise<User> {
  const { realm } = tx
  const invitation = await requireUsableInvitation(tx.db, realm, secret.hashKey(key), tx.now)
  if (!isFor(invitation, wanted.email)) throw invalid()
  const inviter = realm.users.get(invitation.inviterId)!
  const account = { ...wanted, role: invitation.role, canCreateUsers: false }
  const channels = channelsOf(realm, inviter, invitation)
  const user = await addUser(tx, account, { channels, welcomeText: invitation.welcomeText })
  for (const id of invitation.groupIds) {
    const group = tx.realm.groups.get(id)
    if (group && mayAddMembers(tx.realm, inviter, group)) await putMembers(tx, group, [user.id])
  }
  if (invitation.email === null) emitInvitesChanged(tx, [inviter.id])
  tx.after(welcomeMail.job({ userId: user.id }))
  if (invitation.notifiesInviter) tx.after(acceptedInvitation.job({ inviterId: inviter.id, userId: user.id }))
  tx.audit({ action: 'invitation used', target: { kind: 'invitation', id: invitation.id }, details: { user: user.id } })
  return user
}

function channelsOf(realm: RealmState, inviter: User, { channelIds, withDefaultChannels }: Invitation): Channel[] {
  const named = channelIds
    .flatMap((id) => realm.channels.get(id) ?? [])
    .filter((channel) => maySubscribeNewcomers(realm, inviter, channel))
  return [...new Set([...named, ...(withDefaultChannels ? defaultChannels(realm) : [])])]
}
