import { wireEmail } from '../../kernel/realm-state/from-rows.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { Json, type StateSlice, type VisitorRequest } from '../../kernel/register/snapshot.ts'
import { presentListedUser, presentSystemBots, profileFields } from '../sight/present.ts'
import { peopleText } from './people-text.ts'

/** Replaces the visitor's own account. No account has the id 0. */
const NOBODY = {
  user_id: 0,
  email: '',
  delivery_email: '',
  full_name: '',
  avatar_source: 'J',
  avatar_url: '',
  avatar_url_medium: '',
  is_admin: false,
  is_owner: false,
  is_moderator: false,
  // The permissions of the weakest account, because clients treat a visitor like one.
  is_guest: true,
  can_create_streams: false,
  can_create_public_streams: false,
  can_create_private_streams: false,
  can_create_web_public_streams: false,
  can_invite_others_to_realm: false,
}

function peopleForVisitors(realm: RealmState, people: readonly User[], isActive: boolean): Json {
  const { host } = realm.info
  return new Json(
    peopleText(realm, people, {
      name: `${isActive ? 'active' : 'gone'} for visitors at ${host}`,
      has: (user) => user.isActive === isActive,
      sees: () => false,
      viewerId: null,
      fieldsVersion: realm.records.profileField.version,
      present: (user) => ({
        ...presentListedUser(user, { viewer: null, clientGravatar: false }),
        // Viewers who may not see the address do not see it in this field either.
        email: wireEmail(user.id, host),
        // Nobody shares presence with visitors.
        presence_enabled: false,
        ...profileFields(user, NO_FIELDS),
      }),
    }),
  )
}

/** Visitors do not see what people say of themselves. */
const NO_FIELDS = new Map()

export const visitorPeopleState: StateSlice<VisitorRequest> = {
  types: ['realm_user'],
  take({ realm }) {
    const all = [...realm.users.values()]
    return {
      realm_users: peopleForVisitors(realm, all, true),
      realm_non_active_users: peopleForVisitors(realm, all, false),
      // These are not addresses of people, so they are not hidden.
      cross_realm_bots: presentSystemBots(realm, { viewer: null, clientGravatar: false }),
      ...NOBODY,
    }
  },
}
