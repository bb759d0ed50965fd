import type { FetchedMessage } from '../../../api/objects/message.ts'
import { messageUrl } from '../message-address.ts'
import { closeViewer } from './store.ts'

/** Opens the conversation at the message of the picture. */
export function goToMessage(message: FetchedMessage): void {
  closeViewer()
  location.hash = new URL(messageUrl(message)).hash
}
