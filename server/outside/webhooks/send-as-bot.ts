import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Destination } from '../../kernel/transaction/outgoing-message.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { sendFor } from '../../messages/sending/send-for.ts'
import { sendingAs } from '../../messages/sending/send-notice.ts'

interface BotMessage {
  readonly to: Destination
  readonly content: string
  /** A form below the message, as JSON text. */
  readonly form?: string | undefined
  /** A second send with the same key sends nothing. */
  readonly key: string
}

/** Sends a message as a bot. If the bot may not write there, nothing is sent. */
export async function sendAsBot(
  context: WorkContext,
  bot: Actor,
  { to, content, form, key }: BotMessage,
): Promise<void> {
  const marks = { job: `webhook ${key}` }
  try {
    await sendFor(sendingAs(context, bot), { to, content, readBySender: true, form, marks })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
  }
}
