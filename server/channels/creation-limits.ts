import { badRequest } from '../../api/errors.ts'
import { isAdministrator } from '../kernel/realm-state/user.ts'
import type { CallTx } from '../kernel/transaction/tx.ts'
import { countCreatedSince } from './queries.ts'

const MAX_NEW_CHANNELS_PER_REQUEST = 100
const MAX_NEW_CHANNELS_PER_DAY = 1_000
const DAY = 86_400

/** Channels stay forever in memory and in the state of all clients, so their number is limited. */
export function requireFewPerRequest(count: number): void {
  if (count > MAX_NEW_CHANNELS_PER_REQUEST)
    throw badRequest(`At most ${MAX_NEW_CHANNELS_PER_REQUEST} channels can be created in one request.`)
}

/**
 * Checks the daily limit. Runs in the transaction that creates the channels, so that simultaneous requests are counted
 * correctly.
 */
export async function requireFewPerDay(tx: CallTx, count: number): Promise<void> {
  const { realm, user } = tx.actor
  if (isAdministrator(user)) return
  const created = await countCreatedSince(tx.db, realm.id, user.id, tx.now - DAY, MAX_NEW_CHANNELS_PER_DAY)
  if (created + count > MAX_NEW_CHANNELS_PER_DAY)
    throw badRequest(`You can create at most ${MAX_NEW_CHANNELS_PER_DAY} channels a day.`)
}
