import { badRequest } from '../../../api/errors.ts'
import { emitKnownChannels, knownThroughGroup } from '../../channels/channel/known-through-groups.ts'
import { everyone } from '../../kernel/log/audience.ts'
import { type Group, type GroupGroupSetting, listHas } from '../../kernel/realm-state/group.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { requireActiveUsers, requireChangeableGroup } from './access.ts'
import { deleteMembers, insertMembers } from './queries.ts'
import { groupNoticeJobs } from './send-group-notices.ts'

export async function addMembers(tx: CallTx, groupId: number, userIds: readonly number[]): Promise<void> {
  const ids = [...new Set(userIds)]
  const group = requireChangeableGroup(
    tx.actor,
    groupId,
    permissionsFor(tx, ids, 'can_join_group', 'can_add_members_group'),
  )
  requireActiveUsers(tx.realm, ids)
  const member = ids.find((id) => listHas(group.members, id))
  if (member !== undefined) throw badRequest(`User ${member} is already a member of this group`)
  await putMembers(tx, group, ids)
  for (const job of groupNoticeJobs(tx.actor, group, 'added', ids)) tx.after(job)
}

/** Adds people who are not members yet. The caller has checked the permission. */
export async function putMembers(tx: Tx, group: Group, ids: readonly number[]): Promise<void> {
  const groupId = group.id
  await insertMembers(tx.db, { realmId: tx.realm.id, groupId }, ids)
  const members = [...group.members, ...ids].sort((a, b) => a - b)
  const known = knownThroughGroup(tx.realm, groupId, ids)
  tx.emit({ type: 'user_group', op: 'add_members', group_id: groupId, user_ids: [...ids] }, everyone, {
    state: [{ put: 'group', value: { ...group, members } }],
    background: { isHidden: group.deactivated },
  })
  await emitKnownChannels(tx, known)
  tx.audit({ action: 'group members added', target: { kind: 'group', id: groupId }, details: { members: ids } })
}

export async function removeMembers(tx: CallTx, groupId: number, userIds: readonly number[]): Promise<void> {
  const ids = [...new Set(userIds)]
  const group = requireChangeableGroup(
    tx.actor,
    groupId,
    permissionsFor(tx, ids, 'can_leave_group', 'can_remove_members_group'),
  )
  requireActiveUsers(tx.realm, ids)
  const missing = ids.find((id) => !listHas(group.members, id))
  if (missing !== undefined) throw badRequest(`There is no member '${missing}' in this user group`)
  await deleteMembers(tx.db, { realmId: tx.realm.id, groupId }, ids)
  const members = group.members.filter((id) => !listHas(ids, id))
  const known = knownThroughGroup(tx.realm, groupId, ids)
  tx.emit({ type: 'user_group', op: 'remove_members', group_id: groupId, user_ids: ids }, everyone, {
    state: [{ put: 'group', value: { ...group, members } }],
    background: { isHidden: group.deactivated },
  })
  await emitKnownChannels(tx, known)
  for (const job of groupNoticeJobs(tx.actor, group, 'removed', ids)) tx.after(job)
  tx.audit({ action: 'group members removed', target: { kind: 'group', id: groupId }, details: { members: ids } })
}

/** For oneself alone there is a permission of its own beside the one for everybody. */
function permissionsFor(
  { actor }: CallTx,
  ids: readonly number[],
  own: GroupGroupSetting,
  others: GroupGroupSetting,
): GroupGroupSetting[] {
  return ids.length === 1 && ids[0] === actor.user.id ? [own, others] : [others]
}
