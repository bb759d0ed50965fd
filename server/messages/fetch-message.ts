import type { ResultOf } from '../../api/contract.ts'
import type { getMessage } from '../../api/endpoints/messages.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import { requireVisibleMessage } from './message-access.ts'
import { type MessageView, presentMessage } from './present.ts'

export async function fetchMessage(
  db: Db,
  actor: Actor,
  id: number,
  view: MessageView,
  now: number,
): Promise<ResultOf<typeof getMessage>> {
  const row = await requireVisibleMessage(db, actor, id, now)
  return { message: presentMessage(actor, row, view), raw_content: row.content }
}
