import { link, plain } from '../../../outside/integrations/text.ts'
import { objectsAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import type { SourceText } from '../source.ts'
import { inLines, quoted } from './parts.ts'

/**
 * What an application attached to its message, in the form that Slack and Mattermost share: a line before it, then a
 * quote. `read` reads their texts; `more` is for an attachment without a text of its own.
 */
export function attachmentParts(attachment: Json, read: (text: string) => SourceText, more = ''): SourceText {
  const at = (name: string): string => textAt(attachment, name).trim()
  const fields = objectsAt(attachment, 'fields').map((field) => [
    `**${plain(textAt(field, 'title'))}**: `,
    ...read(String(field['value'] ?? '')),
  ])
  const inside = inLines([
    at('author_name') === '' ? [] : [`**${plain(at('author_name'))}**`],
    at('title') === '' ? [] : [link(at('title'), at('title_link') || undefined)],
    read(at('text') || more),
    ...fields,
    at('image_url') === '' ? [] : [link(at('image_url'), at('image_url'))],
    read(at('footer')),
  ])
  return inLines([read(at('pretext')), quoted(inside.length > 0 ? inside : read(at('fallback')))])
}
