import { badRequest } from '../../api/errors.ts'
import { everyone } from '../log/audience.ts'
import { GROUP_GROUP_SETTINGS, type Group, type GroupGroupSetting, type GroupSetting } from '../realm-state/group.ts'
import { mayInRealm } from '../realm-state/permissions.ts'
import { isGuest } from '../realm-state/user.ts'
import type { CallTx } from '../transaction/tx.ts'
import { checkGroupSetting, defaultGroupSetting, requireGroup } from './access.ts'
import { checkGroupName, requireFreeGroupName } from './group-name.ts'
import { presentGroup } from './present.ts'
import { insertGroup } from './queries.ts'
import { sendGroupNotices } from './send-group-notices.ts'

export interface GroupOptions {
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
  /** What is absent has its default. */
  readonly settings: Readonly<Partial<Record<GroupGroupSetting, GroupSetting | undefined>>>
}

export async function createGroup(tx: CallTx, options: GroupOptions): Promise<Group> {
  const { realm, user } = tx.actor
  if (isGuest(user)) throw badRequest('Not allowed for guest users')
  if (!mayInRealm(realm, user, 'can_create_groups')) throw badRequest('Insufficient permission')
  const name = checkGroupName(options.name)
  requireFreeGroupName(realm, name)
  const members = [...new Set(options.members)]
  for (const id of members) if (!realm.users.get(id)?.isActive) throw badRequest(`Invalid user ID: ${id}`)
  const subgroups = [...new Set(options.subgroups)]
  for (const id of subgroups) requireGroup(realm, id, `Invalid user group ID: ${id}`)
  const settings = settingsOf(tx, options.settings)
  const group = await insertGroup(tx.db, realm.id, tx.now, {
    name,
    description: options.description,
    creatorId: user.id,
    members,
    subgroups,
    settings,
  })
  tx.emit({ type: 'user_group', op: 'add', group: presentGroup(group) }, everyone, {
    state: [{ put: 'group', value: group }],
  })
  await sendGroupNotices(tx, group, members)
  tx.audit({ action: 'group created', target: { kind: 'group', id: group.id }, details: { name, members, subgroups } })
  return group
}

function settingsOf({ actor }: CallTx, wanted: GroupOptions['settings']): Record<GroupGroupSetting, GroupSetting> {
  const entries = Object.entries(GROUP_GROUP_SETTINGS).map(([name, rule]) => {
    const value = wanted[name as GroupGroupSetting]
    const setting =
      value === undefined
        ? defaultGroupSetting(actor.realm, rule, actor.user.id)
        : checkGroupSetting(actor.realm, name, rule, value)
    return [name, setting]
  })
  return Object.fromEntries(entries) as Record<GroupGroupSetting, GroupSetting>
}
