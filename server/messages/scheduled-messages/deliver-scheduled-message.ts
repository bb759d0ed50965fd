import { ApiError, accountDeactivated, badRequest, realmDeactivated } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import type { PreparedSend } from '../sending/prepare-send.ts'
import { followBySending, prepareFor } from '../sending/send-for.ts'
import { sendingAs } from '../sending/send-notice.ts'
import { sendPrepared } from '../sending/send-prepared.ts'
import { requestOf, wantedOf } from './prepare-scheduled.ts'
import { presentScheduled } from './present.ts'
import { deleteSentBefore, loadScheduled, type ScheduledRow, updateScheduled } from './queries.ts'

interface Delivery {
  readonly id: number
  /** An edit makes a new revision with a job of its own. */
  readonly revision: number
}

export const scheduledDelivery = jobKind<Delivery>('scheduled-message')

export const deliveryJob = ({ id, revision, deliver_at: time }: ScheduledRow): LoggedJob =>
  scheduledDelivery.job({ id, revision }, { runAt: time * 1000, key: `scheduled message ${id}` })

/** A message that is later than this would surprise its readers. */
const MAX_SECONDS_LATE = 600
/** For this time an edit of a sent message gets "already sent" and not "does not exist". */
const SENT_KEPT_SECONDS = 86_400

/**
 * Sends a message at its time, with the permissions that the sender has then. The send, the new state of the row and the
 * events are one transaction, so a job that runs twice sends once.
 */
export async function deliverScheduledMessage(
  context: WorkContext,
  realm: RealmState,
  delivery: Delivery,
): Promise<void> {
  const { db } = context.database
  const due = await findDue(db, realm.id, delivery)
  if (!due) return
  const prepared = await refusalOr(() => prepare(context, realm, due))
  await context.transact(realm.id, async (tx) => {
    const row = await findDue(tx.db, realm.id, delivery)
    if (!row) return
    const sent = prepared instanceof ApiError ? prepared : await refusalOr(() => send(tx, row, prepared))
    if (sent instanceof ApiError) await markFailed(tx, row, sent)
    else await markSent(tx, row)
  })
}

async function findDue(
  db: Parameters<typeof loadScheduled>[0],
  realmId: number,
  { id, revision }: Delivery,
): Promise<ScheduledRow | undefined> {
  const row = await loadScheduled(db, realmId, id)
  return row?.state === 'pending' && row.revision === revision ? row : undefined
}

/** A refusal is an outcome here. Other errors make the job fail, and it is retried. */
async function refusalOr<T>(work: () => T | Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function senderOf(realm: RealmState, { user_id: userId, client }: ScheduledRow): Actor {
  const user = realm.users.get(userId)
  if (realm.isDeactivated) throw realmDeactivated()
  if (!user?.isActive) throw accountDeactivated()
  return { realm, user, client, address: null }
}

const prepare = (context: WorkContext, realm: RealmState, row: ScheduledRow) =>
  prepareFor(sendingAs(context, senderOf(realm, row)), {
    ...requestOf(wantedOf(row)),
    readBySender: row.read_by_sender,
  })

async function send(tx: Tx, row: ScheduledRow, prepared: PreparedSend): Promise<void> {
  if (tx.now > row.deliver_at + MAX_SECONDS_LATE) throw badRequest('Message could not be sent at the scheduled time.')
  const actor = senderOf(tx.realm, row)
  const sent = await sendPrepared(tx, actor, prepared)
  const sender = { db: tx.db, actor, transact: <T>(work: (own: Tx) => Promise<T>) => work(tx) }
  await followBySending(sender, prepared.destination, sent)
}

async function markSent(tx: Tx, row: ScheduledRow): Promise<void> {
  await updateScheduled(tx.db, row, { state: 'sent', content: '', rendered: '' })
  await deleteSentBefore(tx.db, row.realm_id, row.user_id, tx.now - SENT_KEPT_SECONDS)
  tx.emit(
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
    { to: 'users', ids: [row.user_id] },
  )
}

/** It stays in the list, and an edit retries it. Deactivated people get no notice. */
async function markFailed(tx: Tx, row: ScheduledRow, refusal: ApiError): Promise<void> {
  const failed = await updateScheduled(tx.db, row, { state: 'failed' })
  tx.emit(
    { type: 'scheduled_messages', op: 'update', scheduled_message: presentScheduled(failed) },
    { to: 'users', ids: [row.user_id] },
  )
  if (!tx.realm.users.get(row.user_id)?.isActive) return
  const time = `<time:${new Date(row.deliver_at * 1000).toISOString()}>`
  await tx.send({
    senderId: tx.realm.systemBot('notification').id,
    to: { userIds: [row.user_id] },
    content: [
      `The message you scheduled for ${time} was not sent because of the following error:`,
      `> ${refusal.message}`,
      '[View scheduled messages](#scheduled)',
    ].join('\n\n'),
  })
}
