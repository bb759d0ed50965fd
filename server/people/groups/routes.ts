import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from '../../../api/endpoints/user-groups.ts'
import { badRequest } from '../../../api/errors.ts'
import { route } from '../../kernel/http/route.ts'
import { GROUP_GROUP_SETTINGS, type GroupGroupSetting, isDirectMember } from '../../kernel/realm-state/group.ts'
import { requireMember, requireReadableGroup } from './access.ts'
import { createGroup } from './create-group.ts'
import { deactivateGroup } from './deactivate-group.ts'
import { directMembers, presentGroups } from './present.ts'
import { updateGroup } from './update-group.ts'
import { updateMembership, updateSubgroups } from './update-membership.ts'

const SETTINGS = Object.keys(GROUP_GROUP_SETTINGS) as GroupGroupSetting[]

export const groupRoutes = {
  getUserGroups: route(getUserGroups, ({ actor, params }) => {
    requireMember(actor)
    return { user_groups: presentGroups(actor.realm, params.include_deactivated_groups) }
  }),

  createUserGroup: route(createUserGroup, async (call) => {
    const { name, description, members, subgroups = [] } = call.params
    const settings = Object.fromEntries(SETTINGS.map((setting) => [setting, call.params[setting]]))
    const group = await call.transact((tx) => createGroup(tx, { name, description, members, subgroups, settings }))
    return { group_id: group.id }
  }),

  updateUserGroup: route(updateUserGroup, async (call) => {
    const { user_group_id: id, ...update } = call.params
    await call.transact((tx) => updateGroup(tx, id, update))
    return {}
  }),

  deactivateUserGroup: route(deactivateUserGroup, async (call) => {
    await call.transact((tx) => deactivateGroup(tx, call.params.user_group_id))
    return {}
  }),

  updateUserGroupMembers: route(updateUserGroupMembers, async (call) => {
    const { user_group_id: id, ...change } = call.params
    await call.transact((tx) => updateMembership(tx, id, change))
    return {}
  }),

  getUserGroupMembers: route(getUserGroupMembers, ({ actor, params }) => {
    const group = requireReadableGroup(actor, params.user_group_id)
    const members = params.direct_member_only
      ? directMembers(actor.realm, group)
      : [...actor.realm.membersOf(group.id)].sort((a, b) => a - b)
    return { members }
  }),

  getIsUserGroupMember: route(getIsUserGroupMember, ({ actor, params }) => {
    const { realm } = actor
    const group = requireReadableGroup(actor, params.user_group_id)
    const user = realm.users.get(params.user_id)
    if (!user) throw badRequest('No such user')
    if (!user.isActive) throw badRequest('User is deactivated')
    const isFull = realm.isFullMember(user)
    const isMember = params.direct_member_only
      ? isDirectMember(group, user, isFull)
      : realm.groups.isMember(group.id, user, isFull)
    return { is_user_group_member: isMember }
  }),

  updateUserGroupSubgroups: route(updateUserGroupSubgroups, async (call) => {
    const { user_group_id: id, ...change } = call.params
    await call.transact((tx) => updateSubgroups(tx, id, change))
    return {}
  }),

  getUserGroupSubgroups: route(getUserGroupSubgroups, ({ actor, params }) => {
    const group = requireReadableGroup(actor, params.user_group_id)
    if (params.direct_subgroup_only) return { subgroups: [...group.subgroups] }
    const below = [...actor.realm.groups.withSubgroups(group.id)].filter((id) => id !== group.id)
    return { subgroups: below.sort((a, b) => a - b) }
  }),
}
