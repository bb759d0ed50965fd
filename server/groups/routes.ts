import { createUserGroup, deactivateUserGroup, updateUserGroup } from '../../api/endpoints/user-groups.ts'
import { route } from '../http/route.ts'
import { GROUP_GROUP_SETTINGS, type GroupGroupSetting } from '../realm-state/group.ts'
import { createGroup } from './create-group.ts'
import { deactivateGroup } from './deactivate-group.ts'
import { updateGroup } from './update-group.ts'

const SETTINGS = Object.keys(GROUP_GROUP_SETTINGS) as GroupGroupSetting[]

export const groupRoutes = {
  createUserGroup: route(createUserGroup, async (call) => {
    const { name, description, members, subgroups = [] } = call.params
    const settings = Object.fromEntries(SETTINGS.map((setting) => [setting, call.params[setting]]))
    const group = await call.transact((tx) => createGroup(tx, { name, description, members, subgroups, settings }))
    return { group_id: group.id }
  }),

  updateUserGroup: route(updateUserGroup, async (call) => {
    const { user_group_id: id, ...change } = call.params
    await call.transact((tx) => updateGroup(tx, id, change))
    return {}
  }),

  deactivateUserGroup: route(deactivateUserGroup, async (call) => {
    await call.transact((tx) => deactivateGroup(tx, call.params.user_group_id))
    return {}
  }),
}
