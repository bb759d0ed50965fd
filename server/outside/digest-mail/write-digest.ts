import { namedSource } from '../../../markdown/named-source.ts'
import { channelFragment } from '../../../markdown/narrow-link.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { UNKNOWN_USER } from '../../kernel/realm-state/unknown-user.ts'
import { conversationUrl } from '../../kernel/rendering/message-url.ts'
import type { MessageRow } from '../../messages/message-queries.ts'
import { hasContent, type MailView, nameOf, shorten, timeOf, withOrganization } from '../mail/mail-view.ts'
import type { DigestContent, DigestPart } from './digest-content.ts'
import { digestHtml } from './digest-html.ts'
import type { TopicFigure } from './queries.ts'

export interface DigestTopic {
  readonly channel: Channel
  readonly topic: string
  readonly figure: Pick<TopicFigure, 'messages' | 'senders' | 'senderIds'>
  /** The first ones. */
  readonly messages: readonly MessageRow[]
}

interface Digest {
  readonly topics: readonly DigestTopic[]
  /** New ones. */
  readonly channels: readonly Channel[]
}

const MAX_EXCERPT_LENGTH = 300
const MAX_LINES_PER_TOPIC = 4
const MAX_NAMED_SENDERS = 4
const MAX_NEW_CHANNELS = 5

export function writeDigest(view: MailView, digest: Digest): { subject: string; text: string; html: string } {
  const content = hasContent(view) ? shownContent(view, digest) : hiddenContent(view, digest)
  return {
    subject: withOrganization(view, content.title),
    text: textOf(view, content),
    html: digestHtml(view, content),
  }
}

const TITLE = 'What happened while you were away'

const about = ({ realm }: MailView) => ({
  title: TITLE,
  why: `You get this mail from ${realm.name} once a week while you are away.`,
})

function shownContent(view: MailView, { topics, channels }: Digest): DigestContent {
  const base = view.address.replace(/\/$/, '')
  const more = channels.length - MAX_NEW_CHANNELS
  return {
    ...about(view),
    intro: `Hello ${view.user.fullName}, here is what others talk about in ${view.realm.name}.`,
    topics: topics.map((topic) => topicPart(view, base, topic)),
    channels: channels.slice(0, MAX_NEW_CHANNELS).map((channel) => ({
      title: `#${channel.name}`,
      link: `${base}/${channelFragment(channel)}`,
      about: shorten(channel.description.replaceAll(/\s+/g, ' ').trim(), MAX_EXCERPT_LENGTH),
      quotes: [],
    })),
    rest: more > 0 ? `There ${more === 1 ? 'is 1 more new channel' : `are ${more} more new channels`}.` : '',
  }
}

/** Only numbers: names of topics and people say much about the messages. */
function hiddenContent(view: MailView, { topics, channels }: Digest): DigestContent {
  const messages = topics.reduce((sum, { figure }) => sum + figure.messages, 0)
  const numbers = [
    ...(messages > 0 ? [`${count(messages, 'message')} in ${count(topics.length, 'busy topic')}`] : []),
    ...(channels.length > 0 ? [count(channels.length, 'new channel')] : []),
  ]
  return {
    ...about(view),
    intro: `Hello ${view.user.fullName}, this is new in ${view.realm.name}: ${numbers.join(' and ')}.`,
    topics: [],
    channels: [],
    rest: 'Settings keep their text out of mail.',
  }
}

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`

function topicPart(view: MailView, base: string, { channel, topic, figure, messages }: DigestTopic): DigestPart {
  return {
    title: `#${channel.name} > ${topic || 'general chat'}`,
    link: conversationUrl(base, { channel, topic, viewerId: view.user.id }),
    about: `${count(figure.messages, 'message')} from ${people(view, figure)}`,
    quotes: messages.map(({ sender_id, sent_at, content, rendered }) => ({
      head: `${nameOf(view, sender_id)}, ${timeOf(view.user, sent_at)}`,
      text: firstLines(namedSource(content, rendered)),
    })),
  }
}

/** People whom the reader may not see are only counted. */
function people(view: MailView, { senders, senderIds }: DigestTopic['figure']): string {
  const known = senderIds.map((id) => nameOf(view, id)).filter((name) => name !== UNKNOWN_USER)
  const names = known.slice(0, MAX_NAMED_SENDERS)
  const others = senders - names.length
  if (names.length === 0) return count(senders, 'person').replace('persons', 'people')
  const rest = others > 0 ? [others === 1 ? '1 other' : `${others} others`] : []
  return new Intl.ListFormat('en').format([...names, ...rest])
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const some = shorten(lines.slice(0, MAX_LINES_PER_TOPIC).join('\n'), MAX_EXCERPT_LENGTH)
  return lines.length > MAX_LINES_PER_TOPIC && !some.endsWith(' …') ? `${some} …` : some
}

function textOf({ unsubscribe, address }: MailView, { intro, topics, channels, rest, why }: DigestContent): string {
  const paragraphs = [
    intro,
    ...topics.map(
      ({ title, about: figures, quotes, link }) =>
        `${title}\n${figures}\n\n${quotes.map(({ head, text }) => `${head}:\n${text}`).join('\n\n')}\n\nOpen the topic: ${link}`,
    ),
    ...(channels.length > 0 ? ['New channels'] : []),
    ...channels.map(({ title, about: description, link }) => [title, description, link].filter(Boolean).join('\n')),
    ...(rest === '' ? [] : [rest]),
    ...(topics.length === 0 ? [`Open it: ${address}`] : []),
  ]
  return `${paragraphs.join('\n\n')}\n\n--\n${why}\nStop weekly digests: ${unsubscribe}\n`
}
