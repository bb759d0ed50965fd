import { namedSource } from '../../../markdown/named-source.ts'
import { conversationUrl } from '../../kernel/rendering/message-url.ts'
import type { MessageRow } from '../../messages/message-queries.ts'
import { hasContent, type MailView, nameOf, shorten, timeOf, withOrganization } from '../mail/mail-view.ts'

/** A mail about one conversation. */
export interface MissedConversation {
  readonly messages: readonly MessageRow[]
  /** Why the person wants to know, for each message. */
  readonly reasons: ReadonlyMap<number, string>
  /** An answer to the mail becomes a message. */
  readonly canReply: boolean
}

/** More are only counted. */
const MAX_MESSAGES_PER_MAIL = 20
const MAX_EXCERPT_LENGTH = 2_000

const REASONS: Readonly<Record<string, string>> = {
  direct: 'you got a direct message',
  mention: 'somebody mentioned you',
  wildcard: 'somebody mentioned everybody',
  followed: 'you follow this topic',
  channel: 'you get mail about this channel',
}

export function writeMissedMail(view: MailView, conversation: MissedConversation): { subject: string; text: string } {
  const { realm, address, unsubscribe } = view
  const { messages, reasons, canReply } = conversation
  const first = messages[0]!
  const place = placeOf(view, first)
  const why = [...new Set(messages.map(({ id }) => REASONS[reasons.get(id) ?? ''] ?? ''))].join(', and ')
  return {
    subject: withOrganization(view, place.name),
    text: `${place.intro}

${hasContent(view) ? contents(view, messages) : hidden(messages.length)}

Open the conversation: ${conversationUrl(address.replace(/\/$/, ''), place.link)}${canReply ? REPLY : ''}

--
You get this mail from ${realm.name} because ${why}.
Stop mail about missed messages: ${unsubscribe}
`,
  }
}

const REPLY = '\nOr answer this mail: your text becomes a message there.'

const hidden = (count: number): string =>
  count === 1
    ? 'There is a new message. Settings keep its text out of mail.'
    : `There are ${count} new messages. Settings keep their text out of mail.`

function contents(view: MailView, messages: readonly MessageRow[]): string {
  const shown = messages.slice(0, MAX_MESSAGES_PER_MAIL).map((message) => {
    const time = timeOf(view.user, message.sent_at)
    return `${nameOf(view, message.sender_id)}, ${time}:\n${shorten(namedSource(message.content, message.rendered), MAX_EXCERPT_LENGTH)}`
  })
  const more = messages.length - shown.length
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n')
}

interface Place {
  readonly name: string
  readonly intro: string
  readonly link: Parameters<typeof conversationUrl>[1]
}

function placeOf(view: MailView, message: MessageRow): Place {
  const { realm, user } = view
  const channel = message.channel_id === null ? undefined : realm.channels.get(message.channel_id)
  if (channel) {
    const topic = message.topic || 'general chat'
    const name = `#${channel.name} > ${topic}`
    return { name, intro: `New messages in ${name}:`, link: { channel, topic: message.topic ?? '', viewerId: user.id } }
  }
  const members = (message.members ?? []).map((id) => ({ id, fullName: nameOf(view, id) }))
  const others = members.filter(({ id }) => id !== user.id).map(({ fullName }) => fullName)
  const names = new Intl.ListFormat('en').format(others.slice(0, 5))
  const rest = others.length > 5 ? ` and ${others.length - 5} others` : ''
  const name = `Direct messages with ${names}${rest}`
  return { name, intro: `${name}:`, link: { topic: '', members, viewerId: user.id } }
}
