import type { Integration } from '../integration.ts'
import { type Payload, UnexpectedPayload } from '../payload.ts'
import { slackText } from '../slack-text.ts'
import { link } from '../text.ts'

/** Takes what programs send to an incoming webhook of Slack. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhook',
  eventTypes: null,
  read(payload) {
    const blocks = payload.list('blocks').map(blockText)
    // With blocks, the text is only for notifications.
    const shown = blocks.some((text) => text !== '') ? blocks : [slackText(payload.find('text') ?? '')]
    const content = [...shown, ...payload.list('attachments').map(attachmentText)].filter((text) => text !== '')
    if (content.length === 0) throw new UnexpectedPayload('text')
    const channel = payload.find('channel')?.replace(/^[#@]/, '')
    return { topic: channel ?? 'Slack', content: content.join('\n\n') }
  },
}

function blockText(block: Payload): string {
  switch (block.find('type')) {
    case 'header':
      return `**${slackText(block.text('text', 'text')).replaceAll('*', '')}**`
    case 'section':
      return [textOf(block.at('text')), ...block.list('fields').map((field) => `* ${textOf(field)}`)]
        .filter((text) => text !== '')
        .join('\n')
    case 'context':
      return block.list('elements').map(textOf).join(' ')
    case 'image':
      return link(block.find('alt_text') ?? 'image', block.find('image_url'))
    case 'divider':
      return '---'
    case 'rich_text':
      return block.list('elements').map(richText).join('\n')
    default:
      return ''
  }
}

/** A text object, or a picture beside texts. */
const textOf = (part: Payload): string =>
  part.find('type') === 'image'
    ? link(part.find('alt_text') ?? 'image', part.find('image_url'))
    : slackText(part.find('text') ?? '')

/** Nested deeper than lists in sections they are left out. */
function richText(section: Payload): string {
  const isList = section.find('type') === 'rich_text_list'
  const parts = section.list('elements').map((part) => {
    const inner = part.list('elements').map(richPart).join('')
    return isList ? `* ${inner}` : inner === '' ? richPart(part) : inner
  })
  return parts.join(isList ? '\n' : '')
}

const richPart = (part: Payload): string =>
  part.find('type') === 'link'
    ? link(part.find('text') ?? part.text('url'), part.find('url'))
    : slackText(part.find('text') ?? '')

function attachmentText(attachment: Payload): string {
  const title = attachment.find('title')
  const fields = attachment.list('fields').map((field) => {
    const [name, value] = [field.find('title') ?? '', slackText(field.find('value') ?? '')]
    return `* ${name === '' ? '' : `${slackText(name)}: `}${value}`
  })
  const image = attachment.find('image_url')
  const parts = [
    slackText(attachment.find('pretext') ?? ''),
    link(attachment.find('author_name') ?? '', attachment.find('author_link')),
    title === undefined ? '' : link(title, attachment.find('title_link')),
    slackText(attachment.find('text') ?? ''),
    ...attachment.list('blocks').map(blockText),
    ...fields,
    image === undefined ? '' : link('image', image),
  ].filter((text) => text !== '')
  return parts.length > 0 ? parts.join('\n') : slackText(attachment.find('fallback') ?? '')
}
