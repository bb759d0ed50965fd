import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { groupFromRow } from '../../kernel/realm-state/from-rows.ts'
import { GROUP_GROUP_SETTINGS } from '../../kernel/realm-state/group.ts'
import { MAX_DESCRIPTION_LENGTH } from '../../kernel/texts/channel-name.ts'
import { MAX_GROUP_NAME_LENGTH } from '../../people/groups/group-name.ts'
import { timeOr } from './clean.ts'
import { cut, freeName } from './free-name.ts'
import { draft, type ImportRun } from './importing.ts'
import { permissionsOf, settingOf } from './permissions.ts'
import { addRecords, reserveIds, stage, stagedRows, withIds } from './records.ts'
import type { SourceGroup } from './source.ts'

type GroupRow = Selectable<Tables['user_group']>
type MemberRow = Tables['group_member']
type SubgroupRow = Tables['group_subgroup']

/** No name of a group begins with these. */
const RESERVED = /^(@|role:|user:|stream:|channel:)+/

/** Groups may name each other, so all of them get their ids first. */
export async function importGroups(to: ImportRun): Promise<void> {
  await draftStaged(to)
  const fresh: SourceGroup[] = []
  for await (const group of to.source.groups?.() ?? []) if (!to.groups.has(group.id)) fresh.push(group)
  if (fresh.length === 0) return
  const ids = await reserveIds(to.db, 'user_group', fresh.length)
  const rows = fresh.map((group, index) => nameGroup(to, group, ids[index]!))
  for (const [index, group] of fresh.entries()) permitGroup(to, group, rows[index]!)
  const below = withoutCycles(
    to,
    fresh.flatMap((group, index) => subgroupsOf(to, group, ids[index]!)),
  )
  await to.db.transaction().execute(async (tx) => {
    await addRecords(tx, to.importId, 'group', withIds(fresh, ids))
    await stage(tx, to.importId, 'user_group', rows)
    await stage(
      tx,
      to.importId,
      'group_member',
      fresh.flatMap((group, index) => membersOf(to, group, ids[index]!)),
    )
    await stage(tx, to.importId, 'group_subgroup', below)
  })
  await draftStaged(to)
  to.added('groups', fresh.length)
}

export const importedGroupName = ({ name }: SourceGroup): string => name.trim().replace(RESERVED, '').trim() || 'group'

/** The group with its name. Its permissions follow when all groups have names. */
function nameGroup(to: ImportRun, group: SourceGroup, id: number): GroupRow {
  const isTaken = (name: string) => to.realm.groups.named(name) !== undefined
  const name = importedGroupName(group)
  const creator = to.people.get(group.creatorId ?? '') ?? null
  const row: GroupRow = {
    id,
    realm_id: to.realm.id,
    name: freeName(name, MAX_GROUP_NAME_LENGTH, isTaken),
    description: cut(group.description ?? '', MAX_DESCRIPTION_LENGTH),
    is_system: false,
    creator_id: creator,
    created_at: timeOr(group.createdAt, to.now),
    deactivated: group.isActive === false,
    settings: {},
  }
  to.groups.set(group.id, id)
  draft(to.realm, [{ put: 'group', value: groupFromRow(row, [], []) }])
  return row
}

function permitGroup(to: ImportRun, group: SourceGroup, row: GroupRow): void {
  row.settings = permissionsOf(to, GROUP_GROUP_SETTINGS, group.permissions, row.creator_id, group.where)
}

const membersOf = (to: ImportRun, group: SourceGroup, id: number): MemberRow[] =>
  [...new Set(group.people.flatMap((person) => to.people.get(person) ?? []))].map((userId) => ({
    group_id: id,
    user_id: userId,
  }))

function subgroupsOf(to: ImportRun, group: SourceGroup, id: number): SubgroupRow[] {
  const named = (group.subgroups ?? []).flatMap((one) => {
    const setting = settingOf(to, one)
    if (typeof setting === 'number' && setting !== id) return [setting]
    to.report.leftOut('subgroups', group.where)
    return []
  })
  return [...new Set(named)].map((subgroupId) => ({ group_id: id, subgroup_id: subgroupId }))
}

/** Leaves out what would put a group below itself. */
function withoutCycles({ report }: ImportRun, rows: readonly SubgroupRow[]): SubgroupRow[] {
  const below = new Map<number, Set<number>>()
  const reaches = (from: number, wanted: number): boolean => {
    const reached = new Set([from])
    for (const id of reached) for (const sub of below.get(id) ?? []) reached.add(sub)
    return reached.has(wanted)
  }
  return rows.filter(({ group_id: above, subgroup_id: sub }) => {
    if (reaches(sub, above)) {
      report.leftOut('subgroups in a circle', `${above} ${sub}`)
      return false
    }
    below.set(above, (below.get(above) ?? new Set()).add(sub))
    return true
  })
}

async function draftStaged(to: ImportRun): Promise<void> {
  const { db, importId, realm } = to
  const members = Map.groupBy(await stagedRows<MemberRow>(db, importId, 'group_member'), (row) => row.group_id)
  const below = Map.groupBy(await stagedRows<SubgroupRow>(db, importId, 'group_subgroup'), (row) => row.group_id)
  for (const row of await stagedRows<GroupRow>(db, importId, 'user_group')) {
    const people = (members.get(row.id) ?? []).map((one) => one.user_id)
    const groups = (below.get(row.id) ?? []).map((one) => one.subgroup_id)
    draft(realm, [{ put: 'group', value: groupFromRow(row, people, groups) }])
  }
}
