import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { everyone } from '../../kernel/log/audience.ts'
import {
  GROUP_GROUP_SETTINGS,
  type Group,
  type GroupGroupSetting,
  type GroupSetting,
} from '../../kernel/realm-state/group.ts'
import { mayInRealm } from '../../kernel/realm-state/permissions.ts'
import { isAdministrator } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { checkGroupSetting, defaultGroupSetting, requireActiveUsers, requireGroup, requireMember } from './access.ts'
import { checkGroupName, requireFreeGroupName } from './group-name.ts'
import { presentGroup } from './present.ts'
import { insertGroup } from './queries.ts'
import { groupNoticeJobs } from './send-group-notices.ts'

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
  requireMember(tx.actor)
  if (!mayInRealm(realm, user, 'can_create_groups')) throw badRequest('Insufficient permission')
  const name = checkGroupName(options.name)
  requireFreeGroupName(realm, name)
  requireFewGroups(tx.actor)
  const members = [...new Set(options.members)]
  requireActiveUsers(realm, members)
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
  tx.emit({ type: 'user_group', op: 'add', group: presentGroup(realm, group) }, everyone, {
    state: [{ put: 'group', value: group }],
  })
  for (const job of groupNoticeJobs(tx.actor, group, 'added', members)) tx.after(job)
  tx.audit({ action: 'group created', target: { kind: 'group', id: group.id }, details: { name, members, subgroups } })
  return group
}

/** Groups stay forever in memory and in the state of all clients, so their number is limited. */
const MAX_GROUPS = 1_000

function requireFewGroups({ realm, user }: Actor): void {
  if (isAdministrator(user)) return
  const made = [...realm.groups.all()].filter(({ creatorId }) => creatorId === user.id)
  if (made.length >= MAX_GROUPS) throw badRequest(`You can create at most ${MAX_GROUPS} groups.`)
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
