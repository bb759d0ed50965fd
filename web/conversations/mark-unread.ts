import { markUnreadFrom } from '../messages/mark-unread.ts'
import { isReadingStopped } from './store.ts'

/** Marks a message and later ones as unread. They stay so until the place is left. */
export function markUnreadHere(id: number): void {
  isReadingStopped.value = true
  void markUnreadFrom(id)
}
