import { MOST_MESSAGES } from '../../../api/endpoints/messages.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { maySeeMessage } from '../message-access.ts'
import { loadMessages } from '../message-queries.ts'
import { tooMany } from './fetch-messages.ts'
import { idsMatching } from './find-pages.ts'
import { highlighter, type Match } from './matches.ts'
import { narrowSource } from './narrow.ts'

type Matches = Record<string, Match>

/** Those of these messages that the actor received and that match the narrow. */
export async function matchesNarrow(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  narrow: readonly NarrowTerm[],
): Promise<Matches> {
  if (ids.length > MOST_MESSAGES) throw tooMany()
  const source = await narrowSource(db, actor, narrow)
  const mark = highlighter(narrow)
  const wanted = [...new Set(ids)].filter((id) => id > 0)
  const found = source ? await idsMatching(db, source, wanted) : []
  const rows = await loadMessages(db, actor.realm.id, actor.user.id, found)
  const matches = rows
    .filter((row) => (row.received || row.flags !== null) && maySeeMessage(actor, row))
    .map((row) => [row.id, mark(row.rendered, row.topic ?? '')])
  return Object.fromEntries(matches)
}
