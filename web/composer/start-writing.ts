import { effect } from '@preact/signals'
import { addShortcuts } from '../kernel/keyboard.ts'
import { forgetSend, sendings, sendNow } from '../kernel/outbox.ts'
import { isOffline, onEvent } from '../kernel/state.ts'
import { setEditHelp } from '../messages/editing/edit-help.ts'
import { messages } from '../messages/store.ts'
import { ownId } from '../people/store.ts'
import { chooseRecipients } from './choose-recipients.ts'
import { startSynchronizing } from './drafts/reconcile.ts'
import { loadRecords } from './drafts/records.ts'
import { loadEngineWhenIdle } from './echo/load-engine.ts'
import { rememberEnter } from './enter-sends.ts'
import { startFindingWaiting } from './find-waiting.ts'
import { focusComposer } from './focus-composer.ts'
import { startFollowingMoves } from './follow-moved.ts'
import { saveDrafts } from './keep-draft.ts'
import { startModes, startTopicHere } from './start-topic.ts'
import { EditHelp } from './typeahead/EditHelp.tsx'

/** Own messages whose event has come before the answer to the send. */
const arrived = new Set<number>()
const MAX_ARRIVED_MESSAGES = 200

/** A message that has come stands in the list itself. What is on its way no longer has to stand for it. */
function forgetSent(): void {
  onEvent((event) => {
    if (event.type !== 'message' || event.message.sender_id !== ownId()) return
    const { local_message_id: key, message } = event
    const sent = sendings.peek().find((one) => one.key === key || one.messageId === message.id)
    if (sent) void forgetSend(sent.key)
    else arrived.add(message.id)
    if (arrived.size > MAX_ARRIVED_MESSAGES) arrived.clear()
  })
  effect(() => {
    const here = (id: number | null) => id !== null && (arrived.has(id) || messages.get(id) !== undefined)
    const sent = sendings.value.filter(({ messageId }) => here(messageId))
    queueMicrotask(() => {
      for (const { key } of sent) void forgetSend(key)
    })
  })
}

/** What writing needs besides the composer itself. */
export function startWriting(): void {
  startModes()
  forgetSent()
  effect(() => {
    if (!isOffline.value) sendNow()
  })
  rememberEnter()
  startFollowingMoves()
  startFindingWaiting()
  setEditHelp(EditHelp)
  void loadRecords().then(startSynchronizing)
  addEventListener('online', sendNow)
  addEventListener('pagehide', saveDrafts)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveDrafts())
  addShortcuts(
    { keys: ['r'], run: focusComposer },
    { keys: ['c'], run: startTopicHere },
    { keys: ['x'], run: chooseRecipients },
  )
  loadEngineWhenIdle()
}
