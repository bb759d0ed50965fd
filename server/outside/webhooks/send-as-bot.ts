import { ApiError } from '../../../api/errors.ts'
import { type Actor, currentActor } from '../../kernel/actor.ts'
import { createConversation } from '../../messages/sending/create-conversation.ts'
import { prepareSend } from '../../messages/sending/prepare-send.ts'
import { onceAtATime, sendChange } from '../../messages/sending/send-message.ts'
import type { NoticeContext } from '../../messages/sending/send-notice.ts'
import { needsTransaction, sendPrepared } from '../../messages/sending/send-prepared.ts'

interface BotMessage {
  /** A channel and its topic, or people. */
  readonly to: { readonly channelId: number; readonly topic: string } | { readonly userIds: readonly number[] }
  readonly content: string
  /** A form below the message, as JSON text. */
  readonly form?: string | undefined
  /** A second send with the same key sends nothing. */
  readonly key: string
}

/** Sends a message as a bot. If the bot may not write there, nothing is sent. */
export async function sendAsBot(
  context: NoticeContext,
  bot: Actor,
  { to, content, form, key }: BotMessage,
): Promise<void> {
  const { realm } = bot
  const place =
    'channelId' in to
      ? ({ type: 'channel', to: `${to.channelId}`, topic: to.topic } as const)
      : ({ type: 'direct', to: JSON.stringify(to.userIds) } as const)
  try {
    const { destination, draft } = await prepareSend(
      bot,
      { ...place, content, read_by_sender: true, widget_content: form },
      {
        call: context.database,
        site: context.siteOf(realm),
        idempotencyKey: undefined,
        beginConversation: (members) => context.transact(realm.id, (tx) => createConversation(tx, members)),
      },
    )
    // No digest of the content: a second try may say something else, and still is the same answer.
    const sendKey = { key: `webhook ${key}`, digest: '', isLasting: true }
    const keyed = { destination, draft: { ...draft, key: sendKey } }
    await onceAtATime(bot, sendKey, () =>
      needsTransaction(draft)
        ? context.transact(realm.id, (tx) => sendPrepared(tx, currentActor(bot, tx.realm), keyed))
        : context.submit(realm.id, sendChange(bot, destination, keyed.draft), () => bot),
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
  }
}
