import { wire } from '../../api/wire-name.ts'
import { pictureUrl } from '../realm-state/avatar.ts'
import { mayInRealm } from '../realm-state/permissions.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import { isAdministrator, isGuest, isOwner, ROLE, type User } from '../realm-state/user.ts'
import { type SettingValues, settingsOf, USER_SETTINGS } from '../realm-state/user-settings.ts'
import { Json, type StateRequest, type StateSlice, type VisitorRequest } from '../register/snapshot.ts'
import { NOTIFICATION_SOUNDS } from './notification-sounds.ts'
import { peopleText } from './people-text.ts'
import { fieldsOf, presentListedUser, presentSystemBots, profileFields } from './present.ts'

/** All accounts, active or not, as somebody with an account sees them. */
function peopleAs({ realm, user: viewer, spec }: StateRequest, people: readonly User[], isActive: boolean): Json {
  const { clientGravatar } = spec
  const fields = fieldsOf(realm)
  return new Json(
    peopleText(realm, people, {
      name: `${isActive ? 'active' : 'deactivated'} ${clientGravatar ? 'without' : 'with'} pictures`,
      has: (user) => user.isActive === isActive,
      sees: (user) => seesEmail(user, viewer),
      viewerId: viewer.id,
      fieldsVersion: realm.records.profileField.version,
      present: (user) => ({ ...presentListedUser(user, { viewer, clientGravatar }), ...profileFields(user, fields) }),
    }),
  )
}

export const usersState: StateSlice = {
  types: ['realm_user'],
  take(request) {
    const { realm, user } = request
    const people = [...realm.users.values()]
    const mayCreate = {
      can_create_public_streams: mayInRealm(realm, user, 'can_create_public_channel_group'),
      can_create_private_streams: mayInRealm(realm, user, 'can_create_private_channel_group'),
      can_create_web_public_streams:
        realm.info.settings.enable_spectator_access && mayInRealm(realm, user, 'can_create_web_public_channel_group'),
    }
    return {
      realm_users: peopleAs(request, people, true),
      realm_non_active_users: peopleAs(request, people, false),
      cross_realm_bots: presentSystemBots(realm, { viewer: user, clientGravatar: request.spec.clientGravatar }),
      user_id: user.id,
      email: user.apiEmail,
      delivery_email: user.deliveryEmail,
      full_name: user.fullName,
      avatar_source: user.avatarSource,
      avatar_url: pictureUrl(user, true),
      avatar_url_medium: pictureUrl(user, true, 'medium'),
      is_admin: isAdministrator(user),
      is_owner: isOwner(user),
      is_moderator: user.role <= ROLE.moderator,
      is_guest: isGuest(user),
      ...mayCreate,
      can_create_streams: mayCreate.can_create_public_streams || mayCreate.can_create_private_streams,
      can_invite_others_to_realm: mayInRealm(realm, user, 'can_invite_users_group'),
    }
  },
}

const CHOICES = {
  available_notification_sounds: NOTIFICATION_SOUNDS,
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

const defaultsOf = ({ info }: RealmState) => ({
  email_address_visibility: 1,
  ...onWire({ ...USER_SETTINGS, ...info.accountDefaults }),
  ...CHOICES,
})

/** Nobody's own: what a new account would start with. */
export const visitorSettingsState: StateSlice<VisitorRequest> = {
  types: ['user_settings'],
  take: ({ realm }) => ({ user_settings: { ...defaultsOf(realm), timezone: '' } }),
}

export const settingsDefaultsState: StateSlice<VisitorRequest> = {
  types: ['realm_user_settings_defaults'],
  take: ({ realm }) => ({ realm_user_settings_defaults: defaultsOf(realm) }),
}
