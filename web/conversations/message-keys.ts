import type { Shortcut } from '../kernel/keyboard.ts'
import { copyLink } from '../messages/copy-message.ts'
import { startEdit } from '../messages/editing/edit-message.ts'
import { openLayer } from '../messages/layer.ts'
import { mayEdit } from '../messages/permissions.ts'
import { quoteMessage } from '../messages/quote-message.ts'
import { askToReply } from '../messages/reply.ts'
import { toggleSaved } from '../messages/save-message.ts'
import { messages } from '../messages/store.ts'
import { markUnreadHere } from './mark-unread.ts'
import { selected } from './store.ts'

/** Other layers and regions have keys of their own. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target !== document.body && !target.closest('main')

/** Does something with the selected message. */
const on =
  (act: (id: number) => unknown): Shortcut['run'] =>
  (event) => {
    const id = selected.peek()
    if (id === null || id < 0 || !messages.get(id) || isElsewhere(event)) return false
    return act(id)
  }

const edit = (id: number): unknown => {
  const message = messages.get(id)
  return message && mayEdit(message) ? startEdit(id) : false
}

/** The keys of what can be done with a message. */
export const messageKeys: readonly Shortcut[] = [
  { keys: ['r'], run: on((id) => askToReply(id)) },
  { keys: ['>'], run: on(quoteMessage) },
  { keys: ['+', ':'], run: on((id) => openLayer('picker', id)) },
  { keys: ['e'], run: on(edit) },
  { keys: ['b'], run: on(toggleSaved) },
  { keys: ['l'], run: on(copyLink) },
  { keys: ['Shift+U'], run: on(markUnreadHere) },
  { keys: ['.', 'i'], run: on((id) => openLayer('menu', id)) },
]
