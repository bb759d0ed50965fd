import { badRequest } from '../../../api/errors.ts'
import { emitKnownChannels, knownThroughGroup } from '../../channels/channel/known-through-groups.ts'
import { everyone } from '../../kernel/log/audience.ts'
import { GROUP_GROUP_SETTINGS, type Group, type GroupGroupSetting } from '../../kernel/realm-state/group.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { changedGroupSetting, type GroupSettingUpdate, requireManagedGroup } from './access.ts'
import type { GroupBackground } from './event-variants.ts'
import { checkGroupName, requireFreeGroupName } from './group-name.ts'
import { requireUnused } from './group-uses.ts'
import { presentGroup } from './present.ts'
import { updateGroupRow } from './queries.ts'

type SettingUpdates = Readonly<Partial<Record<GroupGroupSetting, GroupSettingUpdate | undefined>>>

export interface GroupUpdate extends SettingUpdates {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly deactivated?: boolean | undefined
}

/** Each property that really changes is an event of its own. */
export async function updateGroup(tx: CallTx, groupId: number, update: GroupUpdate): Promise<void> {
  let group = requireManagedGroup(tx.actor, groupId)
  if (Object.values(update).every((value) => value === undefined)) throw badRequest('No new data supplied')
  const name = update.name === undefined ? group.name : checkGroupName(update.name)
  if (name !== group.name) {
    requireFreeGroupName(tx.realm, name, group.id)
    group = await changeGroup(tx, group, 'name', name)
  }
  const { description = group.description, deactivated = group.deactivated } = update
  if (description !== group.description) group = await changeGroup(tx, group, 'description', description)
  group = await changeSettings(tx, group, update)
  if (deactivated !== group.deactivated) {
    if (deactivated) requireUnused(tx.actor, group)
    await changeGroup(tx, group, 'deactivated', deactivated)
  }
}

async function changeSettings(tx: CallTx, before: Group, updates: SettingUpdates): Promise<Group> {
  let group = before
  for (const [setting, rule] of Object.entries(GROUP_GROUP_SETTINGS)) {
    const name = setting as GroupGroupSetting
    const update = updates[name]
    if (update === undefined) continue
    const value = changedGroupSetting(tx.realm, name, rule, group.settings[name], update)
    if (value !== undefined) group = await changeGroup(tx, group, name, value)
  }
  return group
}

function backgroundOf(tx: CallTx, before: Group, after: Group): GroupBackground {
  if (!before.deactivated) return {}
  return after.deactivated ? { isHidden: true } : { returned: presentGroup(tx.realm, after) }
}

type Properties = Pick<Group, 'name' | 'description' | 'deactivated'> & Group['settings']

/** One property, with its event. */
export async function changeGroup<Property extends keyof Properties>(
  tx: CallTx,
  group: Group,
  property: Property,
  value: Properties[Property],
): Promise<Group> {
  const { settings } = group
  const isSetting = property in settings
  const changed: Group = isSetting
    ? { ...group, settings: { ...settings, [property]: value } }
    : { ...group, [property]: value }
  const isReturning = group.deactivated && !changed.deactivated
  const known = knownThroughGroup(tx.realm, group.id, isReturning ? tx.realm.membersOf(group.id) : [])
  await updateGroupRow(tx.db, { realmId: tx.realm.id, groupId: group.id }, changed)
  tx.emit({ type: 'user_group', op: 'update', group_id: group.id, data: { [property]: value } }, everyone, {
    state: [{ put: 'group', value: changed }],
    background: backgroundOf(tx, group, changed),
  })
  await emitKnownChannels(tx, known)
  tx.audit({
    action: 'group updated',
    target: { kind: 'group', id: group.id },
    details: { property, before: { ...group, ...settings }[property], after: value },
  })
  return changed
}
