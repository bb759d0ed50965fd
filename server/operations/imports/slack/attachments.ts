import { objectsAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { inLines, quoted } from '../chats/parts.ts'
import type { SourceText } from '../source.ts'
import { blocksText } from './blocks.ts'
import { type SlackNames, slackParts } from './text.ts'

/** A preview of a page that the text links to. We make our own. */
export const isPreview = (attachment: Json): boolean =>
  textAt(attachment, 'from_url') !== '' && attachment['is_msg_unfurl'] !== true && attachment['is_share'] !== true

/** What an application attached to its message, or a message that somebody shared: a line before it, then a quote. */
export function attachmentParts(attachment: Json, names: SlackNames): SourceText {
  const parts = (name: string): SourceText => slackParts(textAt(attachment, name), names)
  const fields = objectsAt(attachment, 'fields').map((field) =>
    slackParts(`*${textAt(field, 'title')}*: ${textAt(field, 'value')}`, names),
  )
  const blocks = blocksText([
    ...objectsAt(attachment, 'blocks'),
    ...objectsAt(attachment, 'message_blocks').flatMap((one) => objectsAt(one, 'blocks')),
  ])
  const [text, author] = [textAt(attachment, 'text'), textAt(attachment, 'author_name')]
  const inside = inLines([
    slackParts(author === '' ? '' : `*${author.replaceAll('*', '')}*`, names),
    linked(attachment, 'title', 'title_link', names),
    slackParts(text === '' ? blocks : text, names),
    ...fields,
    linked(attachment, '', 'image_url', names),
    parts('footer'),
  ])
  const shown = inside.length > 0 ? inside : parts('fallback')
  return inLines([parts('pretext'), quoted(shown)])
}

function linked(attachment: Json, label: string, address: string, names: SlackNames): SourceText {
  const [shown, target] = [textAt(attachment, label), textAt(attachment, address)]
  if (target === '') return slackParts(shown, names)
  return slackParts(shown === '' ? `<${target}>` : `<${target}|${shown.replaceAll(/[<>|\n]/g, ' ')}>`, names)
}
