import { truncateContent } from '../../../markdown/limits.ts'
import type { Actor } from '../../kernel/actor.ts'
import { sees } from '../../kernel/realm-state/sight.ts'
import { UNKNOWN_USER } from '../../kernel/realm-state/unknown-user.ts'
import { messageLink, messageUrl } from '../../kernel/rendering/message-url.ts'
import { MAX_MESSAGE_LENGTH } from '../../kernel/texts/message-text.ts'
import type { MessageRow } from '../message-queries.ts'

/** The text of a reminder before its time: where the message is, and the note. */
export const announcement = (actor: Actor, message: MessageRow, url: string, note: string): string =>
  withNote(`You requested a reminder for ${linkTo(actor, message, url)}.`, note)

/** The text of a reminder whose message its owner may not read any more. */
export const withoutMessage = (note: string): string =>
  withNote('You requested a reminder for a message that you cannot read any more.', note)

/** The text that is delivered: the announcement, and the message as a quote. */
export function withQuote(
  actor: Actor,
  message: MessageRow,
  { url, note }: { readonly url: string; readonly note: string },
): string {
  const said = `${authorOf(actor, message)} [said](${messageUrl(url, linked(actor, message))}):`
  const head = `${announcement(actor, message, url, note)}\n\n${said}`
  const fence = '`'.repeat(Math.max(3, longestFence(message.content) + 1))
  const quoted = (text: string) => `${head}\n${fence}quote\n${text}\n${fence}`
  return quoted(truncateContent(message.content, MAX_MESSAGE_LENGTH - [...quoted('')].length))
}

/** A guest with limited sight does not learn who it was. */
function authorOf({ realm, user }: Actor, message: MessageRow): string {
  const sender = realm.account(message.sender_id)
  if (!sender) return 'Somebody'
  return sender.isSystemBot || sees(realm, user, sender) ? `@_**${sender.fullName}|${sender.id}**` : UNKNOWN_USER
}

const withNote = (text: string, note: string): string =>
  note === ''
    ? text
    : `${text} Note:\n${note
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}`

const longestFence = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)

/** A direct message has no short form of a link. */
function linkTo(actor: Actor, message: MessageRow, url: string): string {
  const link = messageLink(url, linked(actor, message))
  return message.channel_id === null ? `[this direct message](${link})` : link
}

function linked({ realm, user }: Actor, message: MessageRow) {
  const channel = message.channel_id === null ? undefined : realm.channels.get(message.channel_id)
  return {
    id: message.id,
    viewerId: user.id,
    topic: message.topic ?? '',
    ...(channel ? { channel } : { members: (message.members ?? []).flatMap((id) => realm.account(id) ?? []) }),
  }
}
