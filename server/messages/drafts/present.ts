import type { Draft } from '../../../api/objects/personal.ts'
import type { DraftRow } from './queries.ts'

export const presentDraft = (row: DraftRow): Draft & { id: number } => ({
  id: row.id,
  type: row.type,
  to: row.recipients,
  topic: row.topic,
  content: row.content,
  timestamp: row.edited_at,
})
