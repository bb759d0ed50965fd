import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A pattern of the organization whose matches become links. */
export interface Linkifier {
  readonly id: number
  readonly pattern: string
  readonly urlTemplate: string
  readonly exampleInput: string | null
  readonly reverseTemplate: string | null
  readonly alternativeUrlTemplates: readonly string[]
  /** Linkifiers with lower positions come first. */
  readonly position: number
}

export const linkifierFromRow = (row: Selectable<Tables['linkifier']>): Linkifier => ({
  id: row.id,
  pattern: row.pattern,
  urlTemplate: row.url_template,
  exampleInput: row.example_input,
  reverseTemplate: row.reverse_template,
  alternativeUrlTemplates: row.alternative_url_templates,
  position: row.position,
})
