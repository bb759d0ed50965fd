import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A site that runs code of one language. */
export interface Playground {
  readonly id: number
  readonly name: string
  readonly language: string
  readonly urlTemplate: string
}

export const playgroundFromRow = (row: Selectable<Tables['playground']>): Playground => ({
  id: row.id,
  name: row.name,
  language: row.language,
  urlTemplate: row.url_template,
})
