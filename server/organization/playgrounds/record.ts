import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { recordKind } from '../../kernel/realm-state/record-kind.ts'

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

export const playgroundKind = recordKind({
  keyOf: ({ id }: Playground) => id,
  indexes: {},
  load: async (rows) => (await rows.table('playground')).map(playgroundFromRow),
})

declare module '../../kernel/realm-state/record-kinds.ts' {
  interface RecordKinds {
    playground: typeof playgroundKind
  }
}
