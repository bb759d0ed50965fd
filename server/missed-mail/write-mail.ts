import { namedSource } from '../../markdown/named-source.ts'
import type { MessageRow } from '../messages/fetching/queries.ts'
import { conversationUrl } from '../messages/rendering/message-url.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Sight } from '../realm-state/sight.ts'
import { UNKNOWN_USER } from '../realm-state/unknown-user.ts'
import type { User } from '../realm-state/user.ts'
import { settingOf } from '../realm-state/user-settings.ts'

/** A mail about one conversation. */
export interface MissedConversation {
  readonly messages: readonly MessageRow[]
  /** Why the person wants to know, for each message. */
  readonly reasons: ReadonlyMap<number, string>
}

interface MailView {
  readonly realm: RealmState
  readonly user: User
  readonly sees: Sight
  readonly address: string
  readonly unsubscribe: string
  /** There are several organizations, so mail says which one it is about. */
  readonly hasNeighbours: boolean
}

/** More are only counted. */
const MOST_MESSAGES = 20
const MOST_CHARACTERS = 2_000

const REASONS: Readonly<Record<string, string>> = {
  direct: 'you got a direct message',
  mention: 'somebody mentioned you',
  wildcard: 'somebody mentioned everybody',
  followed: 'you follow this topic',
  channel: 'you get mail about this channel',
}

export function writeMissedMail(view: MailView, conversation: MissedConversation): { subject: string; text: string } {
  const { realm, user, address, unsubscribe } = view
  const { messages, reasons } = conversation
  const first = messages[0]!
  const place = placeOf(view, first)
  const why = [...new Set(messages.map(({ id }) => REASONS[reasons.get(id) ?? ''] ?? ''))].join(', and ')
  return {
    subject: withOrganization(view, place.name),
    text: `${place.intro}

${hasContent(realm, user) ? contents(view, messages) : hidden(messages.length)}

Open the conversation: ${conversationUrl(address.replace(/\/$/, ''), place.link)}

--
You get this mail from ${realm.name} because ${why}.
Stop mail about missed messages: ${unsubscribe}
`,
  }
}

/** The person and the organization must both want the text of messages in mail. */
const hasContent = ({ info }: RealmState, user: User): boolean =>
  settingOf(user, 'message_content_in_email_notifications') &&
  info.settings.message_content_allowed_in_email_notifications

const hidden = (count: number): string =>
  count === 1
    ? 'There is a new message. Settings keep its text out of mail.'
    : `There are ${count} new messages. Settings keep their text out of mail.`

function contents(view: MailView, messages: readonly MessageRow[]): string {
  const shown = messages.slice(0, MOST_MESSAGES).map((message) => {
    const time = timeOf(view.user, message.sent_at)
    return `${nameOf(view, message.sender_id)}, ${time}:\n${shorten(namedSource(message.content, message.rendered))}`
  })
  const more = messages.length - shown.length
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n')
}

const shorten = (text: string): string => {
  const characters = [...text]
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')} …` : text
}

/** Somebody whom the person may not see has no name for them. */
function nameOf({ realm, sees }: MailView, userId: number): string {
  const account = realm.account(userId)
  return account && (account.isSystemBot || sees(account)) ? account.fullName : UNKNOWN_USER
}

/** In the person's own time zone and their way to write the hour. */
const timeOf = (user: User, time: number): string =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: user.timezone === '' ? 'UTC' : user.timezone,
    hourCycle: settingOf(user, 'twenty_four_hour_time') ? 'h23' : 'h12',
  })
    .format(new Date(time * 1000))
    // A narrow space that some mail programs show as a box.
    .replaceAll('\u202f', ' ')

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

/** By the setting: 1 where there are several organizations, 2 always, 3 never. */
function withOrganization({ realm, user, hasNeighbours }: MailView, subject: string): string {
  const policy = settingOf(user, 'realm_name_in_email_notifications_policy')
  return policy === 2 || (policy === 1 && hasNeighbours) ? `${subject} [${realm.name}]` : subject
}
