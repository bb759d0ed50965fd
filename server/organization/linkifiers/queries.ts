import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { type Linkifier, linkifierFromRow } from '../../kernel/realm-state/records/linkifier.ts'

/** All of a linkifier that people choose. */
export type LinkifierFields = Omit<Linkifier, 'id' | 'position'>

const columns = (fields: LinkifierFields) => ({
  pattern: fields.pattern,
  url_template: fields.urlTemplate,
  example_input: fields.exampleInput,
  reverse_template: fields.reverseTemplate,
  alternative_url_templates: [...fields.alternativeUrlTemplates],
})

export async function insertLinkifier(
  db: Db,
  realmId: number,
  fields: LinkifierFields,
  position: number,
): Promise<Linkifier> {
  const row = await db
    .insertInto('linkifier')
    .values({ realm_id: realmId, position, ...columns(fields) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return linkifierFromRow(row)
}

export const updateLinkifierRow = (db: Db, realmId: number, id: number, fields: LinkifierFields): Promise<unknown> =>
  db.updateTable('linkifier').set(columns(fields)).where('id', '=', id).where('realm_id', '=', realmId).execute()

export const deleteLinkifierRow = (db: Db, realmId: number, id: number): Promise<unknown> =>
  db.deleteFrom('linkifier').where('id', '=', id).where('realm_id', '=', realmId).execute()

/** The positions follow the order of the ids. */
export const updatePositions = (db: Db, realmId: number, ids: readonly number[]): Promise<unknown> =>
  sql`update linkifier set position = wanted.position
    from unnest(${ids}::int[]) with ordinality as wanted(id, position)
    where linkifier.id = wanted.id and linkifier.realm_id = ${realmId}`.execute(db)
