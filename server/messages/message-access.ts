import { badRequest } from '../../api/errors.ts'
import { hasContentAccess, hasHistoryAccess } from '../kernel/access/channel-access.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/database.ts'
import { loadMessages, type MessageRow } from './message-queries.ts'

type MessageReceipt = Pick<MessageRow, 'channel_id' | 'members' | 'received' | 'flags'>

/**
 * A direct message must have been received. A channel message needs content access, and with protected history it must
 * have been received too.
 */
export function maySeeMessage({ realm, user }: Actor, message: MessageReceipt): boolean {
  const received = message.received || message.flags !== null
  if (message.channel_id === null) return received && (message.members?.includes(user.id) ?? false)
  const channel = realm.channels.get(message.channel_id)
  if (!channel || !hasContentAccess(realm, user, channel)) return false
  return received || hasHistoryAccess(realm, user, channel)
}

export const invalidMessage = () => badRequest('Invalid message(s)')

/** True for numbers that can be a message id. */
export const isMessageId = (id: number): boolean => id > 0 && id <= Number.MAX_SAFE_INTEGER

/** Loads and checks in one call. Absent and forbidden messages give the same error. */
export async function findMessage(db: Db, actor: Actor, id: number): Promise<MessageRow> {
  const [message] = isMessageId(id) ? await loadMessages(db, actor.realm.id, actor.user.id, [id]) : []
  if (!message || !maySeeMessage(actor, message)) throw invalidMessage()
  return message
}

/** The message, if the actor may see it and its channel is not archived. */
export async function findChangeableMessage(db: Db, actor: Actor, id: number): Promise<MessageRow> {
  const message = await findMessage(db, actor, id)
  if (message.channel_id !== null && (actor.realm.channels.get(message.channel_id)?.isArchived ?? true))
    throw invalidMessage()
  return message
}
