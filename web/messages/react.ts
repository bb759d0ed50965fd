import type { Event } from '../../api/events/index.ts'
import { session } from '../kernel/session.ts'
import { ownId } from '../people/store.ts'
import type { Emoji } from './emoji/emoji.ts'
import { countUse } from './emoji/frequent-emoji.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

const isSame = (a: Emoji, b: Emoji): boolean => a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type

/** Requests that are under way. */
const busy = new Set<string>()

/** The same event comes from the server later and changes nothing more. */
function show(id: number, emoji: Emoji, op: 'add' | 'remove'): void {
  messages.apply({ id: -1, type: 'reaction', op, message_id: id, user_id: ownId(), ...emoji } as Event)
}

/** Adds one's reaction, or takes it back. A second press while the first one is under way does nothing. */
export async function toggleReaction(id: number, emoji: Emoji): Promise<void> {
  const { emoji_name, emoji_code, reaction_type } = emoji
  const key = `${id} ${reaction_type} ${emoji_code}`
  if (busy.has(key)) return
  busy.add(key)
  const own = ownId()
  const hasReacted = messages.get(id)?.reactions.some((one) => one.user_id === own && isSame(one, emoji)) ?? false
  show(id, emoji, hasReacted ? 'remove' : 'add')
  try {
    const args = { message_id: id, emoji_name, emoji_code, reaction_type }
    if (hasReacted) await session.call('removeReaction', args)
    else {
      countUse(emoji)
      await session.call('addReaction', args)
    }
  } catch (error) {
    show(id, emoji, hasReacted ? 'add' : 'remove')
    showFailure(error)
  } finally {
    busy.delete(key)
  }
}
