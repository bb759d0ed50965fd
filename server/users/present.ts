import type { UserObject } from '../../api/objects/user.ts'
import { avatarUrl } from '../realm-state/avatar.ts'
import { isAdministrator, isGuest, isOwner, ROLE, type User } from '../realm-state/user.ts'

/** The lowest role that may see the real address, by `email_address_visibility`. */
const SEES_EMAIL: Record<number, number> = {
  1: ROLE.guest,
  2: ROLE.member,
  5: ROLE.moderator,
  3: ROLE.administrator,
  4: 0,
}

/** Everybody, or a role: what a viewer may see of an account depends on nothing else. */
export const seesEmail = (user: User, viewer: User | null): boolean =>
  viewer?.id === user.id || (viewer !== null && viewer.role <= (SEES_EMAIL[user.emailAddressVisibility] ?? 0))

export interface UserView {
  readonly viewer: User | null
  readonly clientGravatar: boolean
}

export const presentUser = (user: User, { viewer, clientGravatar }: UserView): UserObject => ({
  user_id: user.id,
  delivery_email: seesEmail(user, viewer) ? user.deliveryEmail : null,
  email: user.apiEmail,
  full_name: user.fullName,
  date_joined: new Date(user.dateJoined * 1000).toISOString().replace('.000Z', '+00:00'),
  is_active: user.isActive,
  is_owner: isOwner(user),
  is_admin: isAdministrator(user),
  is_guest: isGuest(user),
  is_bot: user.isBot,
  bot_type: user.botType,
  bot_owner_id: user.botOwnerId,
  role: user.role,
  timezone: user.timezone,
  avatar_url: avatarUrl(user, clientGravatar && seesEmail(user, viewer)),
  avatar_version: user.avatarVersion,
  is_imported_stub: false,
  is_deleted: false,
})
