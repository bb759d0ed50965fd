import type { Profile } from './records/profile-field.ts'
import type { SettingValues } from './user-settings.ts'

/** A lower number has more permissions. */
export const ROLE = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

export const BOT_TYPE = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** An account in memory, with everything that authentication and permissions need. */
export interface User {
  readonly id: number
  readonly realmId: number
  /** The real address. */
  readonly deliveryEmail: string
  /** The address that the API shows to viewers who may not see the real one. */
  readonly apiEmail: string
  readonly fullName: string
  readonly role: Role
  readonly isActive: boolean
  readonly isBot: boolean
  readonly botType: number | null
  readonly botOwnerId: number | null
  /** Seconds. */
  readonly dateJoined: number
  readonly timezone: string
  readonly avatarSource: 'G' | 'J' | 'U'
  readonly avatarVersion: number
  /** Part of the file names of the uploaded picture. Null without an upload. */
  readonly avatarToken: string | null
  readonly isSystemBot: boolean
  /** Only the operator sets these flags (`parley permit`). */
  readonly canCreateUsers: boolean
  readonly canChangeUserEmails: boolean
  /** Keyed hash of the API key, in hex. Accounts are looked up by it, and it is compared in constant time. */
  readonly apiKeyHash: string
  /** The encrypted key, in base64. The contract returns existing keys. */
  readonly apiKeySealed: string
  readonly emailAddressVisibility: number
  /** Came with imported data and has not signed in yet. */
  readonly isImportedStub: boolean
  /** Has changed their own settings. */
  readonly hasEditedSettings: boolean
  /** Has not been active for weeks. */
  readonly isLongIdle: boolean
  /** Values of profile fields, also of fields that are gone. */
  readonly profile: Profile
  /** What differs from USER_SETTINGS. */
  readonly settings: Readonly<Partial<SettingValues>>
}

export const isAdministrator = (user: User): boolean => user.role <= ROLE.administrator
export const isOwner = (user: User): boolean => user.role === ROLE.owner
export const isGuest = (user: User): boolean => user.role === ROLE.guest
