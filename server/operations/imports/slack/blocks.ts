import { isTrue, objectAt, objectsAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'

/** Deeper lists are not shown by Slack either. */
const DEEPEST = 8

/**
 * The layout blocks of a message in Slack's own text format, for messages whose text is only in blocks. Buttons, menus
 * and other things that people could use there are left out.
 */
export const blocksText = (blocks: readonly Json[], depth = 0): string =>
  depth > DEEPEST
    ? ''
    : blocks
        .map((block) => blockText(block, depth))
        .filter((text) => text !== '')
        .join('\n')

function blockText(block: Json, depth: number): string {
  switch (textAt(block, 'type')) {
    case 'section':
      return [textAt(objectAt(block, 'text'), 'text'), ...objectsAt(block, 'fields').map((one) => textAt(one, 'text'))]
        .filter((text) => text !== '')
        .join('\n')
    case 'header':
      return `*${textAt(objectAt(block, 'text'), 'text')}*`
    case 'context':
      return objectsAt(block, 'elements')
        .map((one) => textAt(one, 'text') || imageText(one))
        .join(' ')
    case 'image':
      return imageText(block)
    case 'rich_text':
      return blocksText(objectsAt(block, 'elements'), depth + 1)
    case 'rich_text_section':
      return elementsText(block)
    case 'rich_text_preformatted':
      return `\`\`\`${elementsText(block)}\`\`\``
    case 'rich_text_quote':
      return elementsText(block).replace(/^/gm, '&gt; ')
    case 'rich_text_list':
      return objectsAt(block, 'elements')
        .map((one, index) => `${textAt(block, 'style') === 'ordered' ? `${index + 1}.` : '•'} ${elementsText(one)}`)
        .join('\n')
    default:
      return ''
  }
}

const elementsText = (block: Json): string => objectsAt(block, 'elements').map(elementText).join('')

function elementText(element: Json): string {
  switch (textAt(element, 'type')) {
    case 'text':
      return styled(encoded(textAt(element, 'text')), objectAt(element, 'style'))
    case 'link': {
      const label = encoded(textAt(element, 'text')).replaceAll('|', '/')
      return `<${encoded(textAt(element, 'url'))}${label === '' ? '' : `|${label}`}>`
    }
    case 'emoji':
      return `:${textAt(element, 'name')}:`
    case 'user':
      return `<@${textAt(element, 'user_id')}>`
    case 'channel':
      return `<#${textAt(element, 'channel_id')}>`
    case 'broadcast':
      return `<!${textAt(element, 'range')}>`
    default:
      return ''
  }
}

const imageText = (block: Json): string => {
  const [address, label] = [textAt(block, 'image_url'), textAt(block, 'alt_text') || 'image']
  return address === '' ? '' : `<${encoded(address)}|${encoded(label).replaceAll('|', '/')}>`
}

const encoded = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The signs stay beside the words, because they mean nothing beside a blank. */
function styled(text: string, style: Json): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  if (words === '' || words.includes('\n')) return text
  let shown = words
  if (isTrue(style, 'code')) shown = `\`${shown}\``
  if (isTrue(style, 'strike')) shown = `~${shown}~`
  if (isTrue(style, 'italic')) shown = `_${shown}_`
  if (isTrue(style, 'bold')) shown = `*${shown}*`
  return `${before}${shown}${after}`
}
