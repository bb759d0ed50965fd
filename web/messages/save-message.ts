import type { Event } from '../../api/events/index.ts'
import { session } from '../kernel/session.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

/** What was wanted last, while a request is under way. */
const wanted = new Map<number, boolean>()

function show(id: number, op: 'add' | 'remove'): void {
  const event = { id: -1, type: 'update_message_flags', op, operation: op, flag: 'starred', messages: [id], all: false }
  messages.apply(event as unknown as Event)
}

export const isSaved = (id: number): boolean => messages.get(id)?.flags.includes('starred') ?? false

/** Saves a message for later, or takes it back. The last of several quick presses counts. */
export async function toggleSaved(id: number): Promise<void> {
  const isWanted = !isSaved(id)
  const isBusy = wanted.has(id)
  wanted.set(id, isWanted)
  show(id, isWanted ? 'add' : 'remove')
  if (isBusy) return
  try {
    for (let sent: boolean | undefined; sent !== wanted.get(id); ) {
      sent = wanted.get(id)
      await session.call('updateMessageFlags', { messages: [id], op: sent ? 'add' : 'remove', flag: 'starred' })
    }
  } catch (error) {
    show(id, wanted.get(id) ? 'remove' : 'add')
    showFailure(error)
  } finally {
    wanted.delete(id)
  }
}
