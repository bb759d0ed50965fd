import { randomBytes } from 'node:crypto'
import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import type { MessageRow } from '../../messages/message-queries.ts'
import { requireMayMessage, requireMayPost } from '../../messages/sending/access.ts'
import type { Destination } from '../../messages/sending/send-message.ts'
import { insertReplyAddress, removeExpiredReplies } from './queries.ts'

/** Five days. */
const VALID_SECONDS = 5 * 86_400

/** What the name of the address begins with. */
export const REPLY_PREFIX = 'mm'

/** The address to answer a message by mail. Undefined where no mail is received, or if the person may not answer. */
export async function makeReplyAddress(
  { database: { db }, clock, config }: WorkContext,
  person: Actor,
  message: MessageRow,
): Promise<string | undefined> {
  const { mailInDomain: domain } = config
  if (domain === null || !mayReply(person, message)) return undefined
  const token = randomBytes(16).toString('hex')
  const now = seconds(clock)
  await removeExpiredReplies(db, now)
  await insertReplyAddress(db, {
    token,
    realm_id: person.realm.id,
    user_id: person.user.id,
    message_id: message.id,
    expires_at: now + VALID_SECONDS,
  })
  return `${REPLY_PREFIX}${token}@${domain}`
}

function mayReply(person: Actor, message: MessageRow): boolean {
  try {
    replyDestination(person, message)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** The conversation of a message that the person may see. Throws if they may not write there. */
export function replyDestination(person: Actor, message: MessageRow): Destination {
  const { realm } = person
  const channel = message.channel_id === null ? undefined : realm.channels.get(message.channel_id)
  if (channel) {
    requireMayPost(person, channel)
    return { channel, topic: message.topic ?? '', mayBeNewTopic: false }
  }
  const people = (message.members ?? []).flatMap((id) => realm.account(id) ?? [])
  requireMayMessage(person, people, false)
  return { people, convId: message.conv_id, isNew: false }
}
