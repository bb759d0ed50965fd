import { wire } from '../../api/wire-name.ts'
import { getOrMake } from '../get-or-make.ts'
import { mayInRealm } from '../realm-state/permissions.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import { isAdministrator, isGuest, isOwner, ROLE, type User } from '../realm-state/user.ts'
import { type SettingValues, settingsOf, USER_SETTINGS } from '../realm-state/user-settings.ts'
import { Json, type StateRequest, type StateSlice, type VisitorRequest } from '../register/snapshot.ts'
import { presentSystemBots, presentUser } from './present.ts'

const written = new WeakMap<User, string[]>()

/** Accounts are replaced, never changed, so each is written once per way of looking at it. */
function userJson(user: User, viewer: User, clientGravatar: boolean): string {
  const variants = getOrMake(written, user, () => [])
  const variant = (seesEmail(user, viewer) ? 1 : 0) | (clientGravatar ? 2 : 0)
  variants[variant] ??= JSON.stringify({
    ...presentUser(user, { viewer, clientGravatar }),
    ...(user.isBot ? {} : { profile_data: {} }),
  })
  return variants[variant]
}

const list = ({ user, spec }: StateRequest, people: readonly User[]): Json =>
  new Json(`[${people.map((person) => userJson(person, user, spec.clientGravatar)).join(',')}]`)

export const usersState: StateSlice = {
  types: ['realm_user'],
  take(request) {
    const { realm, user, now } = request
    const people = [...realm.users.values()]
    const own = presentUser(user, { viewer: user, clientGravatar: false })
    const mayCreate = {
      can_create_public_streams: mayInRealm(realm, user, 'can_create_public_channel_group', now),
      can_create_private_streams: mayInRealm(realm, user, 'can_create_private_channel_group', now),
      can_create_web_public_streams:
        realm.info.settings.enable_spectator_access &&
        mayInRealm(realm, user, 'can_create_web_public_channel_group', now),
    }
    return {
      realm_users: list(
        request,
        people.filter((one) => one.isActive),
      ),
      realm_non_active_users: list(
        request,
        people.filter((one) => !one.isActive),
      ),
      cross_realm_bots: presentSystemBots(realm, { viewer: user, clientGravatar: request.spec.clientGravatar }),
      user_id: user.id,
      email: user.apiEmail,
      delivery_email: user.deliveryEmail,
      full_name: user.fullName,
      avatar_source: user.avatarSource,
      avatar_url: own.avatar_url,
      avatar_url_medium: own.avatar_url,
      is_admin: isAdministrator(user),
      is_owner: isOwner(user),
      is_moderator: user.role <= ROLE.moderator,
      is_guest: isGuest(user),
      ...mayCreate,
      can_create_streams: mayCreate.can_create_public_streams || mayCreate.can_create_private_streams,
      can_invite_others_to_realm: mayInRealm(realm, user, 'can_invite_users_group', now),
    }
  },
}

const CHOICES = {
  available_notification_sounds: [wire('service')],
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
  ],
}

/** The sound that every server has is named by the vendor's word. */
const onWire = (settings: SettingValues): SettingValues => ({
  ...settings,
  notification_sound: wire(settings.notification_sound),
})

export const userSettingsState: StateSlice = {
  types: ['user_settings'],
  take: ({ user }) => ({
    user_settings: {
      ...onWire(settingsOf(user)),
      ...CHOICES,
      timezone: user.timezone,
      email_address_visibility: user.emailAddressVisibility,
    },
  }),
}

/** Nobody's own: what a new account would start with. */
export const visitorSettingsState: StateSlice<VisitorRequest> = {
  types: ['user_settings'],
  take: () => ({
    user_settings: { ...onWire(USER_SETTINGS), ...CHOICES, timezone: '', email_address_visibility: 1 },
  }),
}

export const settingsDefaultsState: StateSlice<VisitorRequest> = {
  types: ['realm_user_settings_defaults'],
  take: () => ({ realm_user_settings_defaults: { ...onWire(USER_SETTINGS), ...CHOICES, email_address_visibility: 1 } }),
}
