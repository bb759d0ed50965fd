import { CHANNEL_GROUP_SETTINGS, type Channel, type ChannelGroupSetting } from './channel.ts'
import { GROUP_GROUP_SETTINGS, type Group, type GroupGroupSetting, type GroupSetting } from './group.ts'
import { REALM_GROUP_SETTINGS, type RealmGroupSetting } from './realm-settings.ts'
import type { RealmState } from './realm-state.ts'
import { isGuest, type User } from './user.ts'

/** A setting that may not include everyone allows guests nothing, whatever groups they are in. */
const isPermitted = (
  realm: RealmState,
  user: User,
  setting: GroupSetting,
  rule: { readonly everyone: boolean },
): boolean => (rule.everyone || !isGuest(user)) && realm.isIn(setting, user)

export const mayInRealm = (realm: RealmState, user: User, name: RealmGroupSetting): boolean =>
  isPermitted(realm, user, realm.info.groupSettings[name], REALM_GROUP_SETTINGS[name])

export const mayInChannel = (realm: RealmState, user: User, channel: Channel, name: ChannelGroupSetting): boolean =>
  isPermitted(realm, user, channel.groupSettings[name], CHANNEL_GROUP_SETTINGS[name])

export const mayWithGroup = (realm: RealmState, user: User, group: Group, name: GroupGroupSetting): boolean =>
  isPermitted(realm, user, group.settings[name], GROUP_GROUP_SETTINGS[name])
