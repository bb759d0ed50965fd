import { wire } from '../../../api/wire-name.ts'
import { pictureUrl } from '../../kernel/realm-state/avatar.ts'
import { mayInRealm } from '../../kernel/realm-state/permissions.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import { isLimited, sightOf } from '../../kernel/realm-state/sight.ts'
import { isAdministrator, isGuest, isOwner, ROLE, type User } from '../../kernel/realm-state/user.ts'
import { type SettingValues, settingsOf, USER_SETTINGS } from '../../kernel/realm-state/user-settings.ts'
import { Json, type StateRequest, type StateSlice, type VisitorRequest } from '../../kernel/register/snapshot.ts'
import { fieldsOf, presentListedUser, presentSystemBots, presentUnknown, profileFields } from '../sight/present.ts'
import { NOTIFICATION_SOUNDS } from './notification-sounds.ts'
import { peopleText } from './people-text.ts'

/** What the client does about pictures itself. */
const picturesFor = ({ clientGravatar, capabilities }: StateRequest['spec']) => ({
  clientGravatar,
  optionalPictures: capabilities.user_avatar_url_field_optional === true,
})

/** All active or all deactivated accounts, as a person with an account sees them. */
function peopleAs({ realm, user: viewer, spec }: StateRequest, people: readonly User[], isActive: boolean): Json {
  const view = { viewer, ...picturesFor(spec) }
  const fields = fieldsOf(realm)
  return new Json(
    peopleText(realm, people, {
      name: JSON.stringify([isActive, picturesFor(spec)]),
      has: (user) => user.isActive === isActive,
      sees: (user) => seesEmail(user, viewer),
      viewerId: viewer.id,
      fieldsVersion: realm.records.profileField.version,
      present: (user) => ({ ...presentListedUser(user, view), ...profileFields(user, fields) }),
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
    const own = {
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
    if (isLimited(realm, user)) return { ...own, ...limitedPeople(request, people) }
    return {
      ...own,
      realm_users: peopleAs(request, people, true),
      realm_non_active_users: peopleAs(request, people, false),
    }
  },
}

/** Few see so little that their lists would be worth keeping. */
function limitedPeople(request: StateRequest, people: readonly User[]) {
  const { realm, user: viewer, spec } = request
  const sees = sightOf(realm, viewer)
  const fields = fieldsOf(realm)
  const view = { viewer, ...picturesFor(spec) }
  const seen = people.filter(sees)
  const shown = (isActive: boolean) =>
    seen
      .filter((user) => user.isActive === isActive)
      .map((user) => ({ ...presentListedUser(user, view), ...profileFields(user, fields) }))
  const unknown = spec.capabilities.user_list_incomplete ? [] : people.filter((user) => !sees(user))
  const placeholders = unknown.map(({ id }) => {
    const { is_active: _, ...listed } = presentUnknown(realm, id)
    return listed
  })
  return {
    realm_users: [...shown(true), ...placeholders].sort((a, b) => a.user_id - b.user_id),
    realm_non_active_users: shown(false),
  }
}

const CHOICES = {
  available_notification_sounds: NOTIFICATION_SOUNDS,
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
  ],
}

/** The default sound has the vendor's word in its name. */
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
  ...onWire({ ...USER_SETTINGS, default_language: info.settings.default_language, ...info.accountDefaults }),
  ...CHOICES,
})

/** The settings that a new account would start with. */
export const visitorSettingsState: StateSlice<VisitorRequest> = {
  types: ['user_settings'],
  take: ({ realm }) => ({ user_settings: { ...defaultsOf(realm), timezone: '' } }),
}

export const settingsDefaultsState: StateSlice<VisitorRequest> = {
  types: ['realm_user_settings_defaults'],
  take: ({ realm }) => ({ realm_user_settings_defaults: defaultsOf(realm) }),
}
