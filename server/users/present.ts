import type { CrossRealmBot, ListedUser, ProfileData, UserObject } from '../../api/objects/user.ts'
import { MISSING } from '../missing-features.ts'
import { avatarUrl } from '../realm-state/avatar.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { type FieldsById, type Profile, shownProfile } from '../realm-state/records/profile-field.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import { isAdministrator, isGuest, isOwner, type User } from '../realm-state/user.ts'

export interface UserView {
  readonly viewer: User | null
  readonly clientGravatar: boolean
}

/** Without `is_active`, because the containing list is either of active or of deactivated accounts. */
export const presentListedUser = (user: User, { viewer, clientGravatar }: UserView): ListedUser => ({
  user_id: user.id,
  delivery_email: seesEmail(user, viewer) ? user.deliveryEmail : null,
  email: user.apiEmail,
  full_name: user.fullName,
  date_joined: new Date(user.dateJoined * 1000).toISOString().replace('.000Z', '+00:00'),
  is_owner: isOwner(user),
  is_admin: isAdministrator(user),
  is_guest: isGuest(user),
  is_bot: user.isBot,
  role: user.role,
  timezone: user.timezone,
  avatar_url: avatarUrl(user, { seesEmail: seesEmail(user, viewer), clientGravatar }),
  avatar_version: user.avatarVersion,
  ...MISSING.account,
  ...botFields(user),
})

export const presentUser = (user: User, view: UserView): UserObject => ({
  ...presentListedUser(user, view),
  is_active: user.isActive,
})

export const botFields = (user: User): Pick<ListedUser, 'bot_type' | 'bot_owner_id'> =>
  user.botType === null ? {} : { bot_type: user.botType, bot_owner_id: user.botOwnerId }

/** Only people have a profile. `fields` are the organization's. */
export const profileFields = (user: User, fields: FieldsById): Pick<ListedUser, 'profile_data'> =>
  user.isBot ? {} : { profile_data: presentProfile(user.profile, fields) }

const presentProfile = (profile: Profile, fields: FieldsById): ProfileData =>
  Object.fromEntries(
    Object.entries(shownProfile(profile, fields)).map(([id, { value, rendered }]) => [
      id,
      rendered === undefined ? { value } : { value, rendered_value: rendered },
    ]),
  )

/** The fields of this moment, for what is written later. */
export const fieldsOf = (realm: RealmState): FieldsById =>
  new Map([...realm.records.profileField.values()].map((field) => [field.id, field]))

/** The field `cross_realm_bots` of register: the only list that shows system bots to clients. */
export const presentSystemBots = (realm: RealmState, view: UserView): CrossRealmBot[] =>
  [...realm.systemBots.values()].map((bot) => ({
    ...presentUser(bot, view),
    bot_type: bot.botType,
    bot_owner_id: bot.botOwnerId,
    is_system_bot: true,
  }))
