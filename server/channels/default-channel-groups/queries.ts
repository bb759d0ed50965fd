import type { Db } from '../../kernel/db/database.ts'
import { type DefaultChannelGroup, defaultGroupFromRow } from './record.ts'

const columnsOf = ({ name, description, channelIds }: Omit<DefaultChannelGroup, 'id'>) => ({
  name,
  description,
  channel_ids: [...channelIds],
})

export const insertDefaultGroup = async (
  db: Db,
  realmId: number,
  group: Omit<DefaultChannelGroup, 'id'>,
): Promise<DefaultChannelGroup> =>
  defaultGroupFromRow(
    await db
      .insertInto('default_channel_group')
      .values({ realm_id: realmId, ...columnsOf(group) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const updateDefaultGroup = (db: Db, realmId: number, group: DefaultChannelGroup): Promise<unknown> =>
  db
    .updateTable('default_channel_group')
    .set(columnsOf(group))
    .where('realm_id', '=', realmId)
    .where('id', '=', group.id)
    .execute()

export const deleteDefaultGroup = (db: Db, realmId: number, id: number): Promise<unknown> =>
  db.deleteFrom('default_channel_group').where('realm_id', '=', realmId).where('id', '=', id).execute()
