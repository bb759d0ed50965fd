import { CHANNEL_GROUP_SETTINGS, type Channel, type ChannelGroupSetting } from './channel.ts'
import { GROUP_GROUP_SETTINGS, type Group, type GroupGroupSetting, type GroupSetting } from './group.ts'
import { REALM_GROUP_SETTINGS, type RealmGroupSetting } from './realm-settings.ts'
import type { RealmState } from './realm-state.ts'
import { isGuest, type User } from './user.ts'

/** Whom a setting lets do something. What cannot be for everyone is for no guest, whatever groups they are in. */
const isLet = (
  realm: RealmState,
  user: User,
  setting: GroupSetting,
  rule: { readonly everyone: boolean },
  now: number,
): boolean => (rule.everyone || !isGuest(user)) && realm.isIn(setting, user, now)

export const mayInRealm = (realm: RealmState, user: User, name: RealmGroupSetting, now: number): boolean =>
  isLet(realm, user, realm.info.groupSettings[name], REALM_GROUP_SETTINGS[name], now)

export const mayInChannel = (
  realm: RealmState,
  user: User,
  channel: Channel,
  name: ChannelGroupSetting,
  now: number,
): boolean => isLet(realm, user, channel.groupSettings[name], CHANNEL_GROUP_SETTINGS[name], now)

export const mayWithGroup = (
  realm: RealmState,
  user: User,
  group: Group,
  name: GroupGroupSetting,
  now: number,
): boolean => isLet(realm, user, group.settings[name], GROUP_GROUP_SETTINGS[name], now)
