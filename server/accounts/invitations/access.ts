import { badRequest } from '../../../api/errors.ts'
import { hasContentAccess, mayAddOthers } from '../../kernel/access/channel-access.ts'
import { requireAdministrator, requireOwner } from '../../kernel/access/role-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { Group } from '../../kernel/realm-state/group.ts'
import { mayInRealm, mayWithGroup } from '../../kernel/realm-state/permissions.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isAdministrator, isOwner, ROLE, type Role, type User } from '../../kernel/realm-state/user.ts'
import { requireGroup, requireMember } from '../../people/groups/access.ts'
import type { Grants, Invitation } from './invitation.ts'
import { invitationById } from './queries.ts'

/** Those who may invite by email, or by link. */
export function requireMayInvite(
  actor: Actor,
  permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
): void {
  requireMember(actor)
  if (!mayInRealm(actor.realm, actor.user, permission)) throw badRequest('Insufficient permission')
}

/** Nobody may give an account more than they may themselves. */
export function requireMayGrant(actor: Actor, { role, channelIds, groupIds, welcomeText }: Grants): void {
  requireMayGrantRole(actor.user, role)
  if (welcomeText !== null) requireAdministrator(actor.user)
  requireMaySubscribeNewcomers(actor, channelIds)
  for (const id of groupIds)
    if (!mayAddMembers(actor.realm, actor.user, requireGroup(actor.realm, id)))
      throw badRequest('Insufficient permission')
}

/** May this person add somebody else to a group? */
export const mayAddMembers = (realm: RealmState, user: User, group: Group): boolean =>
  !group.isSystem &&
  !group.deactivated &&
  (mayInRealm(realm, user, 'can_manage_all_groups') ||
    mayWithGroup(realm, user, group, 'can_manage_group') ||
    mayWithGroup(realm, user, group, 'can_add_members_group'))

/** Administrators give every role but owner, which only owners give. */
function requireMayGrantRole(user: User, role: Role): void {
  if (role === ROLE.owner) requireOwner(user)
  else if (role <= ROLE.moderator) requireAdministrator(user)
}

export const mayGrantRole = (user: User, role: Role): boolean =>
  role === ROLE.owner ? isOwner(user) : role > ROLE.moderator || isAdministrator(user)

/** Somebody who may not give the role does not get the link that gives it. */
export const seesLink = (user: User, { inviterId, role }: Invitation): boolean =>
  inviterId === user.id || mayGrantRole(user, role)

const isReadable = (realm: RealmState, user: User, channel: Channel): boolean =>
  !channel.isArchived && hasContentAccess(realm, user, channel)

/** May this person subscribe new accounts to a channel? A default channel is for every new account. */
export const maySubscribeNewcomers = (realm: RealmState, user: User, channel: Channel): boolean =>
  isReadable(realm, user, channel) && (channel.isDefault || mayAddOthers({ realm, user }, channel))

function requireMaySubscribeNewcomers({ realm, user }: Actor, ids: readonly number[]): void {
  const channels = ids.map((id) => {
    const channel = realm.channels.get(id)
    if (!channel || !isReadable(realm, user, channel))
      throw badRequest(`Invalid channel ID ${id}. No invites were sent.`)
    return channel
  })
  if (!channels.every((channel) => maySubscribeNewcomers(realm, user, channel)))
    throw badRequest('You do not have permission to subscribe other users to channels.')
}

/**
 * An invitation that the caller may revoke or send again: their own, or as an administrator any. The invitation of an
 * owner is for owners. To others it does not exist.
 */
export async function requireInvitation(db: Db, actor: Actor, id: number, kind: 'email' | 'link'): Promise<Invitation> {
  requireMember(actor)
  const invitation = await invitationById(db, actor.realm.id, id)
  const isOfKind = invitation && (invitation.email === null) === (kind === 'link')
  if (!isOfKind || (invitation.inviterId !== actor.user.id && !isAdministrator(actor.user)))
    throw badRequest('No such invitation')
  if (invitation.inviterId !== actor.user.id) requireMayGrantRole(actor.user, invitation.role)
  if (invitation.state === 'open') return invitation
  throw badRequest(kind === 'link' ? 'Invitation has already been revoked' : 'No such invitation')
}
