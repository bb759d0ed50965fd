import { ApiError, badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { loadScheduled, type ScheduledRow } from './queries.ts'

const doesNotExist = () => new ApiError('BAD_REQUEST', 'Scheduled message does not exist', { status: 404 })

export const alreadySent = () => badRequest('Scheduled message was already sent')

export const notInFuture = () => badRequest('Scheduled delivery time must be in the future.')

export function requireFuture(time: number, now: number): void {
  if (time <= now) throw notInFuture()
}

/** Loads and checks in one call. Only the owner knows that it exists. */
export async function findScheduled(db: Db, { realm, user }: Actor, id: number): Promise<ScheduledRow> {
  const row = await loadScheduled(db, realm.id, id)
  if (row?.user_id !== user.id) throw doesNotExist()
  return row
}

/** A message that is still to be sent, or failed. */
export async function findUnsent(db: Db, actor: Actor, id: number): Promise<ScheduledRow> {
  const row = await findScheduled(db, actor, id)
  if (row.state === 'sent') throw doesNotExist()
  return row
}
