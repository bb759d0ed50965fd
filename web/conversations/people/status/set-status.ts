import { session } from '../../../kernel/session.ts'
import type { Emoji } from '../../../messages/emoji/emoji.ts'
import { keepEnd } from './status-end.ts'

/** Says what one is doing, and until when. Without an end it stays. */
export async function setStatus(text: string, emoji: Emoji | null, endsAt: number | null): Promise<void> {
  const status_text = text.trim()
  const named = emoji
    ? { emoji_name: emoji.emoji_name, emoji_code: emoji.emoji_code, reaction_type: emoji.reaction_type }
    : { emoji_name: '' }
  await session.call('updateStatus', { status_text, ...named })
  const isEmpty = status_text === '' && !emoji
  await keepEnd(isEmpty || endsAt === null ? null : { at: endsAt, text: status_text, emoji: emoji?.emoji_name ?? '' })
}

export const clearStatus = (): Promise<void> => setStatus('', null, null)
