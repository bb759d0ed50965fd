import { showToast } from '../kernel/announce.ts'
import { nameOfKey, type Shortcut, shortcutOf } from '../kernel/keyboard.ts'
import { openLayer } from '../messages/layer.ts'
import { messageItems } from '../messages/message-items.ts'
import { toggleReaction } from '../messages/react.ts'
import { messages } from '../messages/store.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { markUnreadHere } from './mark-unread.ts'
import { listing, selected } from './store.ts'

/** Other layers and regions have keys of their own. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target !== document.body && !target.closest('main')

/** Does something with the selected message. */
const on =
  (act: (id: number, event: KeyboardEvent) => unknown): Shortcut['run'] =>
  (event) => {
    const id = selected.peek()
    if (id === null || id < 0 || !messages.get(id) || isElsewhere(event)) return false
    return act(id, event)
  }

/** What can be done with the selected message. */
export function selectedItems(): readonly MenuItem[] {
  const one = selected.peek() === null ? undefined : messages.get(selected.peek() ?? 0)
  return one ? messageItems(one, listing.peek() ? markUnreadHere : undefined) : []
}

/** Does what the item with the key of the event does. What cannot be done says why. False if no item has the key. */
export function runByKey(items: readonly MenuItem[], event: KeyboardEvent): boolean {
  const name = nameOfKey(event)
  const item = items.find(({ keys }) => keys !== undefined && shortcutOf(keys) === name)
  if (!item) return false
  if (item.reason === undefined) item.run?.()
  else showToast(item.reason)
  return true
}

/** Joins the first reaction to a message, or takes one's own back. */
function joinReaction(id: number): boolean {
  const reaction = messages.get(id)?.reactions[0]
  if (!reaction) return false
  const { emoji_name, emoji_code, reaction_type } = reaction
  void toggleReaction(id, { emoji_name, emoji_code, reaction_type })
  return true
}

/** The keys of what can be done with a message. */
export const messageKeys: readonly Shortcut[] = [
  { keys: ['+', ':'], run: on((id) => openLayer('picker', id)) },
  { keys: ['='], run: on(joinReaction) },
  { keys: ['.', 'i'], run: on((id) => openLayer('menu', id)) },
  // Every item of the menu that names a key.
  { keys: 'any', run: on((_id, event) => runByKey(selectedItems(), event)) },
]
