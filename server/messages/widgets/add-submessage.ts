import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { findChangeableMessage } from '../message-access.ts'
import { messageAudience } from '../message-audience.ts'
import { type MessageRow, receiversOf } from '../message-queries.ts'
import { checkSubmessage } from './check-submessage.ts'
import { insertSubmessage, markSubmessages } from './queries.ts'

interface NewSubmessage {
  readonly messageId: number
  readonly type: string
  /** JSON text. */
  readonly content: string
}

type Submessages = NonNullable<MessageRow['submessages']>

/** Every fetch of the message carries all of its submessages. */
const MAX_SUBMESSAGES = 20_000
const MAX_WIDGET_LENGTH = 1_000_000
/** The limit keeps one person from using up the room of everybody else. */
const MAX_BYTES_PER_PERSON = 50_000

/** Adds a vote, a task or other data to a message. Returns the message. */
export async function addSubmessage(tx: CallTx, { messageId, type, content }: NewSubmessage): Promise<MessageRow> {
  const { actor, realm } = tx
  const message = await findChangeableMessage(tx.db, actor, messageId)
  const earlier = message.submessages ?? []
  const isAuthor = message.sender_id === actor.user.id
  if (!isAuthor && !earlier.some((one) => one.sender_id === message.sender_id))
    throw badRequest('You cannot attach a submessage to this message.')
  checkSubmessage(content, widgetOf(earlier), isAuthor)
  requireRoom(earlier, actor.user.id, content)
  const row = { realm_id: realm.id, message_id: message.id, sender_id: actor.user.id, msg_type: type, content }
  const id = await insertSubmessage(tx.db, row)
  if (message.submessages === null) await markSubmessages(tx.db, realm.id, message.id)
  const isProtected = message.channel_id !== null && realm.channels.get(message.channel_id)?.historyPublic === false
  const receivers = isProtected ? await receiversOf(tx.db, realm.id, message.id) : undefined
  tx.emit(
    {
      type: 'submessage',
      msg_type: type,
      content,
      message_id: message.id,
      sender_id: actor.user.id,
      submessage_id: id,
    },
    messageAudience(realm, message, receivers),
  )
  return message
}

function requireRoom(earlier: Submessages, userId: number, content: string): void {
  const size = earlier.reduce((sum, one) => sum + one.content.length, content.length)
  if (earlier.length >= MAX_SUBMESSAGES || size > MAX_WIDGET_LENGTH)
    throw badRequest('This message has too many submessages.')
  const own = earlier.filter((one) => one.sender_id === userId)
  const ownBytes = own.reduce((sum, one) => sum + Buffer.byteLength(one.content), Buffer.byteLength(content))
  if (ownBytes > MAX_BYTES_PER_PERSON) throw badRequest('You cannot add more than 50 kB to this message.')
}

/** The kind of widget that the message is, by the first submessage of that type. */
function widgetOf(submessages: Submessages): string | undefined {
  const widget = submessages.find((one) => one.msg_type === 'widget')
  if (!widget) return undefined
  try {
    const data = JSON.parse(widget.content) as { widget_type?: unknown } | null
    return typeof data?.widget_type === 'string' ? data.widget_type : undefined
  } catch {
    return undefined
  }
}
