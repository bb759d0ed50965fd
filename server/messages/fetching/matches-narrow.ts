import { MOST_MESSAGES } from '../../../api/endpoints/messages.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/database.ts'
import { escapeHtml } from '../history/html-diff.ts'
import { maySeeMessage } from '../message-access.ts'
import { tooMany } from './fetch-messages.ts'
import { narrowSource } from './narrow.ts'
import { idsMatching, loadMessages } from './queries.ts'

type Matches = Record<string, { match_content: string; match_subject: string }>

/** Those of these messages that the actor received and that match the narrow. */
export async function matchesNarrow(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  narrow: readonly NarrowTerm[],
): Promise<Matches> {
  if (ids.length > MOST_MESSAGES) throw tooMany()
  const source = narrowSource(actor, narrow)
  const wanted = [...new Set(ids)].filter((id) => id > 0)
  const found = source ? await idsMatching(db, source, wanted) : []
  const rows = await loadMessages(db, actor.realm.id, actor.user.id, found)
  const matches = rows
    .filter((row) => (row.received || row.flags !== null) && maySeeMessage(actor, row))
    .map((row) => [row.id, { match_content: row.rendered, match_subject: escapeHtml(row.topic ?? '') }])
  return Object.fromEntries(matches)
}
