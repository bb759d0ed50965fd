import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { PreparedSend } from '../sending/prepare-send.ts'
import { readsOwnMessages } from '../sending/read-by-sender.ts'
import { requireMaySend } from '../sending/send-prepared.ts'
import { requireFuture } from './access.ts'
import { deliveryJob } from './deliver-scheduled-message.ts'
import { columnsOf } from './prepare-scheduled.ts'
import { presentScheduled } from './present.ts'
import { countScheduled, insertScheduled } from './queries.ts'

/** For each account: register returns all of them. */
const MAX_SCHEDULED_MESSAGES = 500

export interface Schedule {
  readonly prepared: PreparedSend
  readonly deliverAt: number
  /** Undefined: the client and the recipients decide. */
  readonly readBySender: boolean | undefined
}

/** Stores a message to be sent later. The sender must be allowed to send it now. */
export async function scheduleMessage(tx: CallTx, { prepared, deliverAt, readBySender }: Schedule): Promise<number> {
  const { realm, user, client } = tx.actor
  requireFuture(deliverAt, tx.now)
  requireMaySend(tx.actor, prepared)
  if ((await countScheduled(tx.db, realm.id, user.id)) >= MAX_SCHEDULED_MESSAGES)
    throw badRequest(`You can have at most ${MAX_SCHEDULED_MESSAGES} scheduled messages.`)
  const columns = columnsOf(prepared)
  const isToOneself = columns.user_ids?.length === 1
  const row = await insertScheduled(tx.db, {
    realm_id: realm.id,
    user_id: user.id,
    client,
    ...columns,
    read_by_sender: readBySender ?? (readsOwnMessages(client) && !isToOneself),
    deliver_at: deliverAt,
  })
  tx.emit(
    { type: 'scheduled_messages', op: 'add', scheduled_messages: [presentScheduled(row)] },
    { to: 'users', ids: [user.id] },
  )
  tx.after(deliveryJob(row))
  return row.id
}
