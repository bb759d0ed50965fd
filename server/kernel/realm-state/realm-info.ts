import type { GroupSetting } from './group.ts'
import type { RealmPictures } from './realm-picture.ts'
import type { RealmGroupSetting, RealmSettings } from './realm-settings.ts'
import type { AccountDefaults } from './user-settings.ts'

/** A way to sign in, as the API names it. */
export type AuthenticationMethod = 'Email' | 'OpenID Connect'

/** The organization and its settings. */
export interface RealmInfo {
  readonly id: number
  readonly stringId: string
  readonly host: string
  readonly name: string
  readonly uuid: string
  /** Seconds. */
  readonly createdAt: number
  readonly deactivated: boolean
  /** When the data of a deactivated organization is deleted, in seconds. Null for never. */
  readonly deletionAt: number | null
  readonly pictures: RealmPictures
  readonly settings: RealmSettings
  readonly groupSettings: Readonly<Record<RealmGroupSetting, GroupSetting>>
  readonly accountDefaults: AccountDefaults
  /** The ways to sign in that the owners have switched off. */
  readonly disabledMethods: readonly AuthenticationMethod[]
}
