import type { CrossRealmBot, UserObject } from '../../api/objects/user.ts'
import { avatarUrl } from '../realm-state/avatar.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import { isAdministrator, isGuest, isOwner, type User } from '../realm-state/user.ts'

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
  avatar_url: avatarUrl(user, { seesEmail: seesEmail(user, viewer), clientGravatar }),
  avatar_version: user.avatarVersion,
  is_imported_stub: false,
  is_deleted: false,
})

/** The field `cross_realm_bots` of register: the only list that shows system bots to clients. */
export const presentSystemBots = (realm: RealmState, view: UserView): CrossRealmBot[] =>
  [...realm.systemBots.values()].map((bot) => ({ ...presentUser(bot, view), is_system_bot: true }))
