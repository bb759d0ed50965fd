import { badRequest } from '../../../api/errors.ts'
import { emitKnownChannels, knownThroughGroup } from '../../channels/channel/known-through-groups.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireChangeableGroup, requireGroup, requireManagedGroup } from './access.ts'
import { deleteSubgroups, insertSubgroups } from './queries.ts'

export async function addSubgroups(tx: CallTx, groupId: number, subgroupIds: readonly number[]): Promise<void> {
  const ids = [...new Set(subgroupIds)]
  const group = requireChangeableGroup(tx.actor, groupId, ['can_add_members_group'])
  for (const id of ids) requireGroup(tx.realm, id, `Invalid user group ID: ${id}`)
  const present = ids.find((id) => group.subgroups.includes(id))
  if (present !== undefined) throw badRequest(`User group ${present} is already a subgroup of this group.`)
  if (tx.realm.groups.isWithin(groupId, ids))
    throw badRequest(`User group ${groupId} is already a subgroup of one of the passed subgroups.`)
  await insertSubgroups(tx.db, { realmId: tx.realm.id, groupId }, ids)
  const subgroups = [...group.subgroups, ...ids].sort((a, b) => a - b)
  const known = knownThroughGroup(tx.realm, groupId, membersOf(tx, ids))
  tx.emit({ type: 'user_group', op: 'add_subgroups', group_id: groupId, direct_subgroup_ids: ids }, everyone, {
    state: [{ put: 'group', value: { ...group, subgroups } }],
    background: { isHidden: group.deactivated },
  })
  await emitKnownChannels(tx, known)
  tx.audit({ action: 'group subgroups added', target: { kind: 'group', id: groupId }, details: { subgroups: ids } })
}

export async function removeSubgroups(tx: CallTx, groupId: number, subgroupIds: readonly number[]): Promise<void> {
  const ids = [...new Set(subgroupIds)]
  const group = requireManagedGroup(tx.actor, groupId)
  // A subgroup that was deactivated meanwhile can be removed too.
  for (const id of ids) if (!tx.realm.groups.get(id)) throw badRequest(`Invalid user group ID: ${id}`)
  const absent = ids.find((id) => !group.subgroups.includes(id))
  if (absent !== undefined) throw badRequest(`User group ${absent} is not a subgroup of this group.`)
  await deleteSubgroups(tx.db, { realmId: tx.realm.id, groupId }, ids)
  const subgroups = group.subgroups.filter((id) => !ids.includes(id))
  const known = knownThroughGroup(tx.realm, groupId, membersOf(tx, ids))
  tx.emit({ type: 'user_group', op: 'remove_subgroups', group_id: groupId, direct_subgroup_ids: ids }, everyone, {
    state: [{ put: 'group', value: { ...group, subgroups } }],
    background: { isHidden: group.deactivated },
  })
  await emitKnownChannels(tx, known)
  tx.audit({ action: 'group subgroups removed', target: { kind: 'group', id: groupId }, details: { subgroups: ids } })
}

const membersOf = ({ realm }: CallTx, groupIds: readonly number[]): Set<number> =>
  new Set(groupIds.flatMap((id) => [...realm.membersOf(id)]))
