import { focusComposer } from '../composer/focus-composer.ts'
import { placeItems } from '../conversations/header/place-items.ts'
import { markHereRead } from '../conversations/mark-here-read.ts'
import { runByKey } from '../conversations/message-keys.ts'
import { selected } from '../conversations/store.ts'
import type { Address } from '../kernel/addresses.ts'
import { addShortcuts, onTyped, type Shortcut } from '../kernel/keyboard.ts'
import { address, navigate } from '../kernel/navigation.ts'
import { messages } from '../messages/store.ts'
import { openSheet } from './keyboard-sheet.ts'
import { openNextDirect, openNextUnread } from './next-unread.ts'
import { closePalette, openPalette, paletteStart } from './open-palette.ts'
import { startSingleKeys } from './single-keys.ts'
import { startCountingUses } from './uses.ts'

const go = (to: Address) => () => navigate(to)

/** Goes from a topic to its channel, or from a message in a list to the channel of the message. */
function goUp(): boolean {
  const here = address.peek()
  const id = selected.peek()
  const message = id === null ? undefined : messages.get(id)
  const channelId = 'channelId' in here ? here.channelId : message?.stream_id
  if (channelId === undefined || here.view === 'topics') return false
  navigate({ view: 'topics', channelId })
  return true
}

function togglePalette(): boolean {
  if (paletteStart.peek() !== null) closePalette()
  // A dialog that asks something is answered first.
  else if (document.querySelector('dialog[open]')) return false
  else openPalette()
  return true
}

/** The keys of places, which work everywhere. */
const appKeys: readonly Shortcut[] = [
  { keys: ['Ctrl+K'], run: togglePalette, inDialog: true },
  { keys: ['?'], run: openSheet },
  { keys: ['g i', 'Shift+I'], run: go({ view: 'inbox' }) },
  { keys: ['g r', 't'], run: go({ view: 'recent' }) },
  { keys: ['g m'], run: go({ view: 'mentions' }) },
  { keys: ['g a', 'a'], run: go({ view: 'feed' }) },
  { keys: ['g l'], run: go({ view: 'saved' }) },
  { keys: ['g d'], run: go({ view: 'drafts' }) },
  { keys: ['n'], run: openNextUnread },
  { keys: ['p'], run: openNextDirect },
  { keys: ['Shift+J'], run: markHereRead },
  { keys: ['s'], run: goUp },
  { keys: ['q'], run: () => openPalette('#') },
  { keys: ['w'], run: () => openPalette('@') },
  { keys: ['Alt+ArrowLeft'], run: () => history.back() },
  { keys: ['Alt+ArrowRight'], run: () => history.forward() },
  // Every item of the header's menu that names a key.
  { keys: 'any', run: (event) => runByKey(placeItems(), event) },
]

/** What is typed while reading is meant for the composer. */
const isReading = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('body, main, article, [role=feed]')

export function startAppKeys(): void {
  startSingleKeys()
  startCountingUses()
  addShortcuts(...appKeys)
  onTyped((event) => isReading(event) && focusComposer())
}
