import type { Event } from '../../api/events/index.ts'
import { session } from '../kernel/session.ts'
import { Wishes } from '../kernel/wishes.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

const wishes = new Wishes<number, boolean>()

function show(id: number, op: 'add' | 'remove'): void {
  const event = { id: -1, type: 'update_message_flags', op, operation: op, flag: 'starred', messages: [id], all: false }
  messages.apply(event as unknown as Event)
}

export const isSaved = (id: number): boolean => messages.get(id)?.flags.includes('starred') ?? false

/** Saves a message for later, or takes it back. */
export async function toggleSaved(id: number): Promise<void> {
  const before = wishes.wanted(id) ?? isSaved(id)
  try {
    await wishes.want(id, {
      wanted: !before,
      before,
      show: (isOn) => show(id, isOn ? 'add' : 'remove'),
      send: (isOn) =>
        session.call('updateMessageFlags', { messages: [id], op: isOn ? 'add' : 'remove', flag: 'starred' }),
    })
  } catch (error) {
    showFailure(error)
  }
}
