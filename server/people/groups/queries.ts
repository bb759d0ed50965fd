import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { groupFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { Group } from '../../kernel/realm-state/group.ts'

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
  const place = { realmId, groupId: row.id }
  if (wanted.members.length > 0) await insertMembers(db, place, wanted.members)
  if (wanted.subgroups.length > 0) await insertSubgroups(db, place, wanted.subgroups)
  return groupFromRow(row, wanted.members.toSorted(byNumber), wanted.subgroups.toSorted(byNumber))
}

const byNumber = (a: number, b: number): number => a - b

/** A group of an organization. */
interface GroupPlace {
  readonly realmId: number
  readonly groupId: number
}

const ofGroup = ({ realmId, groupId }: GroupPlace) => sql`g.realm_id = ${realmId} and g.id = ${groupId}`

export const insertMembers = (db: Db, place: GroupPlace, userIds: readonly number[]): Promise<unknown> =>
  sql`insert into group_member (group_id, user_id)
    select g.id, a.id from user_group g join account a on a.realm_id = g.realm_id
    where ${ofGroup(place)} and a.id = any(${userIds}::int[])`.execute(db)

export const deleteMembers = (db: Db, place: GroupPlace, userIds: readonly number[]): Promise<unknown> =>
  sql`delete from group_member m using user_group g
    where ${ofGroup(place)} and m.group_id = g.id and m.user_id = any(${userIds}::int[])`.execute(db)

export const insertSubgroups = (db: Db, place: GroupPlace, groupIds: readonly number[]): Promise<unknown> =>
  sql`insert into group_subgroup (group_id, subgroup_id)
    select g.id, s.id from user_group g join user_group s on s.realm_id = g.realm_id
    where ${ofGroup(place)} and s.id = any(${groupIds}::int[])`.execute(db)

export const deleteSubgroups = (db: Db, place: GroupPlace, groupIds: readonly number[]): Promise<unknown> =>
  sql`delete from group_subgroup m using user_group g
    where ${ofGroup(place)} and m.group_id = g.id and m.subgroup_id = any(${groupIds}::int[])`.execute(db)

export const updateGroupRow = (
  db: Db,
  { realmId, groupId }: GroupPlace,
  { name, description, deactivated, settings }: Pick<Group, 'name' | 'description' | 'deactivated' | 'settings'>,
): Promise<unknown> =>
  db
    .updateTable('user_group')
    .set({ name, description, deactivated, settings: JSON.stringify(settings) })
    .where('realm_id', '=', realmId)
    .where('id', '=', groupId)
    .execute()
