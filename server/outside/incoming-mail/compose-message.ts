import { truncateContent } from '../../../markdown/limits.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import { MAX_MESSAGE_LENGTH } from '../../kernel/texts/message-text.ts'
import { harmless, lines, plain } from '../integrations/text.ts'
import { withoutFooter } from './reading/quotes.ts'
import type { ReadMail } from './reading/read-mail.ts'
import type { MailOptions } from './recipient.ts'

/** A file of a mail that the message links to, or why it does not. */
export type MessageFile = { readonly name: string } & ({ readonly address: string } | { readonly problem: string })

export interface MailText {
  readonly mail: ReadMail
  readonly options: MailOptions
  /** The subject, if the topic does not tell it. */
  readonly untold: string
  /** A forwarded mail is nothing but a quote. */
  readonly isForwarded: boolean
  /** It answers a mail of ours, which is never repeated. */
  readonly isReply: boolean
  readonly files: readonly MessageFile[]
}

const NO_TEXT = '*(This email has no text.)*'
const MAX_SENDER_NAME_LENGTH = 60

/**
 * The message as Markdown: who wrote, the text, the files. The text of a mail mentions nobody and links no channels,
 * because its author may be anybody. It is cut so that the rest has room.
 */
export function composeMessage(text: MailText, { filesFirst }: { readonly filesFirst: boolean }): string {
  const head = joined([senderLine(text), text.untold && `**${plain(text.untold)}**`], '\n')
  const files = joined(fileLines(text), '\n')
  const room = MAX_MESSAGE_LENGTH - [...head, ...files].length - 2 * BETWEEN.length
  const body = truncateContent(bodyOf(text) || (files === '' ? NO_TEXT : ''), room)
  return joined(filesFirst ? [head, files, body] : [head, body, files], BETWEEN)
}

const BETWEEN = '\n\n'

const joined = (parts: readonly string[], between: string): string => parts.filter((part) => part !== '').join(between)

function senderLine({ mail: { from }, options }: MailText): string {
  if (!options.showSender) return ''
  const address = isEmail(from.address) ? from.address : plain(from.address)
  const name = plain(from.name, MAX_SENDER_NAME_LENGTH)
  return `From: ${name === '' ? address || '(unknown)' : `${name} <${address}>`}`
}

function bodyOf({ mail, options, isForwarded, isReply }: MailText): string {
  const body = options.preferHtml ? (mail.html ?? mail.plain) : (mail.plain ?? mail.html)
  if (!body) return ''
  const isWhole = !isReply && (options.includeQuotes || isForwarded || body.withoutQuotes === '')
  const text = isWhole ? body.whole : body.withoutQuotes
  const shown = options.includeFooter ? text : withoutFooter(text)
  return harmless(lines(shown).trim()).replace(/#(?=\*\*)/g, '#\u200b')
}

const fileLines = ({ files, mail }: MailText): string[] => [
  ...files.map((file) => {
    const name = plain(file.name, MAX_SENDER_NAME_LENGTH) || 'attachment'
    return 'address' in file ? `[${name}](${file.address})` : `*${name}: ${file.problem}*`
  }),
  ...(mail.filesLeftOut > 0 ? [`*${mail.filesLeftOut} more attachments were not kept.*`] : []),
]
