import { seconds } from '../../kernel/base/clock.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { sightOf } from '../../kernel/realm-state/sight.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { maySeeMessage } from '../../messages/message-access.ts'
import { loadMessages, type MessageRow } from '../../messages/message-queries.ts'
import { OFFLINE_SECONDS } from '../../people/presence/present.ts'
import { unsubscribeLink } from '../mail/unsubscribe-link.ts'
import { MAX_WAITING_MESSAGES, sendLater } from './find-missed.ts'
import { forgetMissed, lastActivity, missedBy } from './queries.ts'
import { makeReplyAddress } from './reply-address.ts'
import { writeMissedMail } from './write-mail.ts'

/** Mails what somebody has missed and still not read, one mail for each conversation. */
export async function sendMissedMail(
  context: WorkContext,
  realm: RealmState,
  userId: number,
  jobId: string,
): Promise<void> {
  const { db } = context.database
  const missed = await missedBy(db, realm.id, userId, MAX_WAITING_MESSAGES)
  const ids = missed.map((row) => row.message_id)
  const reasons = new Map(missed.map((row) => [row.message_id, row.reason]))
  const user = realm.users.get(userId)
  if (user?.isActive && !realm.isDeactivated) {
    const messages = await stillMissed(context, realm, user, ids)
    await sendMails(context, realm, user, messages, reasons, jobId)
  }
  await context.transact(realm.id, async (tx) => {
    const hasMore = await forgetMissed(tx.db, realm.id, userId, ids)
    if (hasMore) sendLater(tx, userId)
  })
}

/** Without messages that were read, deleted or moved out of sight, or that came while the person was active or before. */
async function stillMissed(
  { database, clock }: WorkContext,
  realm: RealmState,
  user: User,
  ids: readonly number[],
): Promise<MessageRow[]> {
  const { db } = database
  const activeAt = await lastActivity(db, realm.id, user.id)
  const isHere = activeAt !== undefined && seconds(clock) - activeAt <= OFFLINE_SECONDS
  if (isHere) return []
  const actor = { realm, user, client: '', address: null }
  const messages = await loadMessages(db, realm.id, user.id, ids)
  return messages.filter(
    (message) => !message.is_read && maySeeMessage(actor, message) && message.sent_at > (activeAt ?? 0),
  )
}

async function sendMails(
  context: WorkContext,
  realm: RealmState,
  user: User,
  messages: readonly MessageRow[],
  reasons: ReadonlyMap<number, string>,
  jobId: string,
): Promise<void> {
  if (messages.length === 0) return
  const { secret, mailer, realms, addressOf } = context
  const sees = sightOf(realm, user)
  const address = addressOf(realm)
  const unsubscribe = unsubscribeLink(secret, address, user.id, 'missed')
  const view = { realm, user, sees, address, unsubscribe, hasNeighbours: realms.ids.length > 1 }
  const conversations = Map.groupBy(messages, ({ conv_id, topic_id }) => `${conv_id} ${topic_id ?? ''}`)
  for (const [key, together] of conversations) {
    const person = { realm, user, client: '', address: null }
    const replyTo = await makeReplyAddress(context, person, together.at(-1)!)
    const canReply = replyTo !== undefined
    const { subject, text } = writeMissedMail(view, { messages: together, reasons, canReply })
    const id = mailId(realm.id, `${jobId} ${key}`)
    await mailer.send({ to: user.deliveryEmail, subject, text, replyTo, unsubscribe, id })
  }
}
