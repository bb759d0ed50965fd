import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { groupFromRow } from '../realm-state/from-rows.ts'
import type { Group } from '../realm-state/group.ts'

export async function insertGroup(
  db: Db,
  realmId: number,
  now: number,
  wanted: Pick<Group, 'name' | 'description' | 'creatorId' | 'members' | 'subgroups' | 'settings'>,
): Promise<Group> {
  const row = await db
    .insertInto('user_group')
    .values({
      realm_id: realmId,
      name: wanted.name,
      description: wanted.description,
      creator_id: wanted.creatorId,
      created_at: now,
      settings: JSON.stringify(wanted.settings),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`insert into group_member (group_id, user_id)
    select ${row.id}, user_id from unnest(${wanted.members}::int[]) as user_id`.execute(db)
  await sql`insert into group_subgroup (group_id, subgroup_id)
    select ${row.id}, subgroup_id from unnest(${wanted.subgroups}::int[]) as subgroup_id`.execute(db)
  return groupFromRow(row, wanted.members.toSorted(byNumber), wanted.subgroups.toSorted(byNumber))
}

const byNumber = (a: number, b: number): number => a - b

export const updateGroupRow = (
  db: Db,
  groupId: number,
  change: { name?: string; description?: string; deactivated?: boolean },
): Promise<unknown> => db.updateTable('user_group').set(change).where('id', '=', groupId).execute()
