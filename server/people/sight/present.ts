import type { CrossRealmBot, ListedUser, ProfileData, UserObject } from '../../../api/objects/user.ts'
import { avatarUrl } from '../../kernel/realm-state/avatar.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { type FieldsById, type Profile, shownProfile } from '../../kernel/realm-state/records/profile-field.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import { unknownUser } from '../../kernel/realm-state/unknown-user.ts'
import { isAdministrator, isGuest, isOwner, ROLE, type User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'

export interface UserView {
  readonly viewer: User | null
  readonly clientGravatar: boolean
  /** The client asks for the pictures of people who were long away itself. */
  readonly optionalPictures?: boolean
}

/** When the account was created, or first used if it was imported. */
export const dateJoined = (user: User): string =>
  new Date(user.dateJoined * 1000).toISOString().replace('.000Z', '+00:00')

/** Bots have no presence, whatever their settings. */
export const sharesPresence = (user: User): boolean => !user.isBot && settingOf(user, 'presence_enabled')

/** Whether the account is active is said by the list it stands in. */
export const presentListedUser = (
  user: User,
  { viewer, clientGravatar, optionalPictures = false }: UserView,
): ListedUser => ({
  user_id: user.id,
  delivery_email: seesEmail(user, viewer) ? user.deliveryEmail : null,
  email: user.apiEmail,
  full_name: user.fullName,
  date_joined: dateJoined(user),
  is_owner: isOwner(user),
  is_admin: isAdministrator(user),
  is_guest: isGuest(user),
  is_bot: user.isBot,
  role: user.role,
  timezone: user.timezone,
  ...(optionalPictures && user.isLongIdle
    ? {}
    : { avatar_url: avatarUrl(user, { seesEmail: seesEmail(user, viewer), clientGravatar }) }),
  avatar_version: user.avatarVersion,
  is_imported_stub: user.isImportedStub,
  presence_enabled: sharesPresence(user),
  ...botFields(user),
})

export const presentUser = (user: User, view: UserView): UserObject => ({
  ...presentListedUser(user, view),
  is_active: user.isActive,
})

/** In place of an account that the viewer may not see. It tells nothing but that there is somebody. */
export function presentUnknown(realm: RealmState, id: number): UserObject {
  const { fullName, email, avatarUrl: picture } = unknownUser(realm, id)
  return {
    user_id: id,
    delivery_email: null,
    email,
    full_name: fullName,
    date_joined: '1970-01-01T00:00:00+00:00',
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    role: ROLE.member,
    timezone: '',
    avatar_url: picture,
    avatar_version: 1,
    is_imported_stub: false,
    presence_enabled: false,
    is_active: true,
    profile_data: {},
  }
}

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
