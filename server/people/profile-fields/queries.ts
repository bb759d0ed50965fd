import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { type ProfileField, profileFieldFromRow } from '../../kernel/realm-state/records/profile-field.ts'

const columnsOf = (field: Omit<ProfileField, 'id' | 'type'>) => ({
  position: field.position,
  name: field.name,
  hint: field.hint,
  field_data: field.fieldData,
  choices: JSON.stringify(field.choices),
  display_in_profile_summary: field.displayInSummary,
  required: field.required,
  editable_by_user: field.editableByUser,
  use_for_user_matching: field.useForMatching,
})

export const insertField = async (db: Db, realmId: number, field: Omit<ProfileField, 'id'>): Promise<ProfileField> =>
  profileFieldFromRow(
    await db
      .insertInto('profile_field')
      .values({ realm_id: realmId, type: field.type, ...columnsOf(field) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const updateField = (db: Db, realmId: number, field: ProfileField): Promise<unknown> =>
  db
    .updateTable('profile_field')
    .set(columnsOf(field))
    .where('id', '=', field.id)
    .where('realm_id', '=', realmId)
    .execute()

/** With the values that people have in it. Memory does not show those any more and forgets them later. */
export async function deleteField(db: Db, realmId: number, id: number): Promise<void> {
  await db.deleteFrom('profile_field').where('id', '=', id).where('realm_id', '=', realmId).execute()
  await sql`update account set profile = profile - ${`${id}`}
    where realm_id = ${realmId} and profile ? ${`${id}`}`.execute(db)
}

/** The values of people who had one of these choices. */
export const deleteChoices = (db: Db, realmId: number, id: number, keys: readonly string[]): Promise<unknown> =>
  sql`update account set profile = profile - ${`${id}`}
    where realm_id = ${realmId} and profile -> ${`${id}`} ->> 'value' = any(${keys}::text[])`.execute(db)
