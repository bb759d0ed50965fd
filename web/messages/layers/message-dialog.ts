import type { FetchedMessage } from '../../../api/objects/message.ts'

export interface MessageDialogProps {
  /** The message as it was last seen. */
  message: FetchedMessage
  /** It was deleted, or can no longer be seen. What was typed stays. */
  isGone: boolean
  onClose: () => void
}
