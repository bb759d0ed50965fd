import type { SavedSnippet } from '../../../api/objects/personal.ts'
import type { SnippetRow } from './queries.ts'

export const presentSnippet = (row: SnippetRow): SavedSnippet => ({
  id: row.id,
  title: row.title,
  content: row.content,
  date_created: row.created_at,
})
