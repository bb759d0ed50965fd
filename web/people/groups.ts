import type { GroupSettingValue } from '../../api/objects/group.ts'
import { isInGroup } from '../../client/reducers/permissions.ts'
import { state } from '../kernel/state.ts'

/** Does the setting give the person this permission? */
export const isAllowed = (setting: GroupSettingValue, userId: number): boolean =>
  isInGroup(state.value?.realm_user_groups ?? [], setting, userId)
