import type { Event } from '../../api/events/index.ts'
import { session } from '../kernel/session.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

const busy = new Set<number>()

function show(id: number, op: 'add' | 'remove'): void {
  const event = { id: -1, type: 'update_message_flags', op, operation: op, flag: 'starred', messages: [id], all: false }
  messages.apply(event as unknown as Event)
}

export const isSaved = (id: number): boolean => messages.get(id)?.flags.includes('starred') ?? false

/** Saves a message for later, or takes it back. */
export async function toggleSaved(id: number): Promise<void> {
  if (busy.has(id)) return
  busy.add(id)
  const op = isSaved(id) ? 'remove' : 'add'
  show(id, op)
  try {
    await session.call('updateMessageFlags', { messages: [id], op, flag: 'starred' })
  } catch (error) {
    show(id, op === 'add' ? 'remove' : 'add')
    showFailure(error)
  } finally {
    busy.delete(id)
  }
}
