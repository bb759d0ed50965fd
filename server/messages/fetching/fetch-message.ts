import type { ResultOf } from '../../../api/contract.ts'
import type { getMessage } from '../../../api/endpoints/messages.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { findMessage } from '../message-access.ts'
import { type MessageView, presentMessage } from '../present.ts'

export async function fetchMessage(
  db: Db,
  actor: Actor,
  id: number,
  view: MessageView,
): Promise<ResultOf<typeof getMessage>> {
  const row = await findMessage(db, actor, id)
  return { message: presentMessage(actor, row, view), raw_content: row.content }
}
