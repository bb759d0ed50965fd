import type { Event } from '../../api/events/index.ts'
import { session } from '../kernel/session.ts'
import { Wishes } from '../kernel/wishes.ts'
import { ownId } from '../people/store.ts'
import type { Emoji } from './emoji/emoji.ts'
import { countUse } from './emoji/frequent-emoji.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

const wishes = new Wishes<string, boolean>()

const isSame = (a: Emoji, b: Emoji): boolean => a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type

const hasReacted = (id: number, emoji: Emoji): boolean =>
  messages.get(id)?.reactions.some((one) => one.user_id === ownId() && isSame(one, emoji)) ?? false

/** The same event comes from the server later and changes nothing more. */
function show(id: number, emoji: Emoji, op: 'add' | 'remove'): void {
  messages.apply({ id: -1, type: 'reaction', op, message_id: id, user_id: ownId(), ...emoji } as Event)
}

/** Adds one's reaction, or takes it back. */
export async function toggleReaction(id: number, { emoji_name, emoji_code, reaction_type }: Emoji): Promise<void> {
  const emoji = { emoji_name, emoji_code, reaction_type }
  const key = `${id} ${reaction_type} ${emoji_code}`
  const before = wishes.wanted(key) ?? hasReacted(id, emoji)
  if (!before) countUse(emoji)
  try {
    await wishes.want(key, {
      wanted: !before,
      before,
      show: (isOn) => show(id, emoji, isOn ? 'add' : 'remove'),
      send: (isOn) => session.call(isOn ? 'addReaction' : 'removeReaction', { message_id: id, ...emoji }),
    })
  } catch (error) {
    showFailure(error)
  }
}
