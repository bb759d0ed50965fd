import { badRequest } from '../../api/errors.ts'
import { everyone } from '../log/audience.ts'
import type { Group } from '../realm-state/group.ts'
import type { CallTx } from '../transaction/tx.ts'
import { requireManagedGroup } from './access.ts'
import type { GroupBackground } from './event-variants.ts'
import { checkGroupName, requireFreeGroupName } from './group-name.ts'
import { presentGroup } from './present.ts'
import { updateGroupRow } from './queries.ts'

export interface GroupChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly deactivated?: boolean | undefined
}

/** Each property that really changes is an event of its own. */
export async function updateGroup(tx: CallTx, groupId: number, change: GroupChange): Promise<void> {
  let group = requireManagedGroup(tx.actor, groupId)
  if (Object.values(change).every((value) => value === undefined)) throw badRequest('No new data supplied')
  if (change.deactivated === true) throw badRequest('A user group is deactivated by POST, not by an update.')
  const name = change.name === undefined ? group.name : checkGroupName(change.name)
  if (name !== group.name) {
    requireFreeGroupName(tx.realm, name, group.id)
    group = await changeGroup(tx, group, { name })
  }
  const { description = group.description } = change
  if (description !== group.description) group = await changeGroup(tx, group, { description })
  if (change.deactivated === false && group.deactivated) await changeGroup(tx, group, { deactivated: false })
}

function backgroundOf(before: Group, after: Group): GroupBackground {
  if (!before.deactivated) return {}
  return after.deactivated ? { isHidden: true } : { returned: presentGroup(after) }
}

/** One property, with its event. */
export async function changeGroup(
  tx: CallTx,
  group: Group,
  data: { name: string } | { description: string } | { deactivated: boolean },
): Promise<Group> {
  await updateGroupRow(tx.db, group.id, data)
  const changed = { ...group, ...data }
  tx.emit({ type: 'user_group', op: 'update', group_id: group.id, data }, everyone, {
    state: [{ put: 'group', value: changed }],
    background: backgroundOf(group, changed),
  })
  const [property, value] = Object.entries(data)[0]!
  const before = group[property as keyof typeof data]
  tx.audit({
    action: 'group updated',
    target: { kind: 'group', id: group.id },
    details: { property, before, after: value },
  })
  return changed
}
