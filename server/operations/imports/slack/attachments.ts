import { objectsAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { blocksText } from './blocks.ts'

/** A preview of a page that the text links to. We make our own. */
export const isPreview = (attachment: Json): boolean =>
  textAt(attachment, 'from_url') !== '' && attachment['is_msg_unfurl'] !== true && attachment['is_share'] !== true

/** The text of an attachment that has it only in blocks. */
export const attachmentText = (attachment: Json): string =>
  blocksText([
    ...objectsAt(attachment, 'blocks'),
    ...objectsAt(attachment, 'message_blocks').flatMap(({ message }) =>
      typeof message === 'object' && message !== null ? objectsAt(message as Json, 'blocks') : [],
    ),
  ])
