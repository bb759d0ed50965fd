import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { type ChannelFolder, folderFromRow } from './record.ts'

export const insertFolder = async (
  db: Db,
  realmId: number,
  folder: Omit<ChannelFolder, 'id' | 'isArchived'>,
): Promise<ChannelFolder> =>
  folderFromRow(
    await db
      .insertInto('channel_folder')
      .values({
        realm_id: realmId,
        name: folder.name,
        description: folder.description,
        rendered_description: folder.renderedDescription,
        position: folder.position,
        creator_id: folder.creatorId,
        created_at: folder.createdAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const updateFolderRow = (db: Db, realmId: number, folder: ChannelFolder): Promise<unknown> =>
  db
    .updateTable('channel_folder')
    .set({
      name: folder.name,
      description: folder.description,
      rendered_description: folder.renderedDescription,
      is_archived: folder.isArchived,
    })
    .where('realm_id', '=', realmId)
    .where('id', '=', folder.id)
    .execute()

export const updatePositions = (db: Db, realmId: number, folders: readonly ChannelFolder[]): Promise<unknown> =>
  sql`update channel_folder f set position = w.position
    from unnest(${folders.map(({ id }) => id)}::int[], ${folders.map(({ position }) => position)}::int[])
      as w (id, position)
    where f.realm_id = ${realmId} and f.id = w.id`.execute(db)
