import type { RealmPermission } from './register-realm.ts'

/** Numbers that groups have replaced. Old clients still read them. */
const CREATE_POLICY: Readonly<Record<string, number>> = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:owners': 7,
  'role:nobody': 6,
}
const MENTION_POLICY: Readonly<Record<string, number>> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
}

/** The fields of register for a permission that had such a number; a group that has none counts as `otherwise`. */
const POLICIES = {
  realm_create_public_stream_policy: {
    setting: 'can_create_public_channel_group',
    table: CREATE_POLICY,
    allowed: [1, 2, 3, 4],
    otherwise: 1,
  },
  realm_create_private_stream_policy: {
    setting: 'can_create_private_channel_group',
    table: CREATE_POLICY,
    allowed: [1, 2, 3, 4],
    otherwise: 1,
  },
  realm_create_web_public_stream_policy: {
    setting: 'can_create_web_public_channel_group',
    table: CREATE_POLICY,
    allowed: [2, 4, 6, 7],
    otherwise: 7,
  },
  realm_wildcard_mention_policy: {
    setting: 'can_mention_many_users_group',
    table: MENTION_POLICY,
    allowed: [1, 2, 3, 5, 6, 7],
    otherwise: 5,
  },
} as const satisfies Record<string, { setting: RealmPermission; table: object; allowed: number[]; otherwise: number }>

type Policies = { [Name in keyof typeof POLICIES]: (typeof POLICIES)[Name]['allowed'][number] }

/** The numbers, from the name of the group that each permission is given to; undefined for a group without a name. */
export function legacyPolicies(groupNameOf: (setting: RealmPermission) => string | undefined): Policies {
  const numbers = Object.entries(POLICIES).map(([field, { setting, table, allowed, otherwise }]) => {
    const value = table[groupNameOf(setting) ?? '']
    return [field, allowed.some((one) => one === value) ? value : otherwise]
  })
  return Object.fromEntries(numbers) as Policies
}
