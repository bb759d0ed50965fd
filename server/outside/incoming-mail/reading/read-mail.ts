import type { Address, Attachment, Email } from 'postal-mime'
import { MAILER } from '../../../kernel/mail/mailer-name.ts'
import { markdownOfHtml } from './html-to-markdown.ts'
import { withoutQuotes } from './quotes.ts'

/** One way in which a mail says what it says. */
export interface Body {
  readonly whole: string
  /** Without the mail that it answers. Empty if it says nothing else. */
  readonly withoutQuotes: string
}

export interface MailFile {
  /** It is kept as the sender wrote it, but it is never a path. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** What a message needs to know of a mail. */
export interface ReadMail {
  readonly messageId: string | null
  readonly from: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly date: string
  /** The header that says that nobody wrote it to be answered, or null. */
  readonly automatic: string | null
  readonly plain: Body | null
  /** Its HTML as Markdown. */
  readonly html: Body | null
  readonly files: readonly MailFile[]
  /** Files that are too many. */
  readonly filesLeftOut: number
}

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 262_144, forceRfc822Attachments: true }
/** No message can be as long. */
const MAX_MAIL_TEXT_LENGTH = 100_000
const MAX_MAIL_FILES = 20
const MAX_FILE_NAME_LENGTH = 500

/** Throws if it is nested too deeply or its headers are too long. */
export async function readMail(source: Uint8Array): Promise<ReadMail> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(source, LIMITS)
  const { attachments } = mail
  return {
    messageId: mail.messageId?.trim() || null,
    from: senderOf(mail.from),
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    automatic: automaticBy(mail),
    plain: mail.text === undefined ? null : plainBody(mail.text),
    html: mail.html === undefined ? null : htmlBody(mail.html),
    files: attachments.slice(0, MAX_MAIL_FILES).map((file) => ({ name: nameOf(file), bytes: bytesOf(file) })),
    filesLeftOut: Math.max(0, attachments.length - MAX_MAIL_FILES),
  }
}

function plainBody(text: string): Body | null {
  const whole = text.slice(0, MAX_MAIL_TEXT_LENGTH).replace(/\r\n?/g, '\n').trim()
  return whole === '' ? null : { whole, withoutQuotes: withoutQuotes(whole) }
}

function htmlBody(html: string): Body | null {
  const whole = markdownOfHtml(html, { quotes: true })
  if (whole === '') return null
  return { whole, withoutQuotes: withoutQuotes(markdownOfHtml(html, { quotes: false })) }
}

const senderOf = (from: Address | undefined) => ({ name: from?.name ?? '', address: from?.address ?? '' })

/** The last part of a path, whichever system wrote it. */
function nameOf({ filename, mimeType }: Attachment): string {
  const name = filename?.slice(0, MAX_FILE_NAME_LENGTH).split(/[\\/]/).at(-1)?.trim()
  if (name) return name
  return FALLBACK_NAMES[mimeType] ?? 'attachment'
}

const FALLBACK_NAMES: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invitation.ics',
  'text/html': 'attachment.html',
  'text/plain': 'attachment.txt',
  'image/gif': 'picture.gif',
  'image/jpeg': 'picture.jpg',
  'image/png': 'picture.png',
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

/**
 * An answer that nobody wrote, a report about mail, or mail of a server like this one, which could go on for ever. What
 * other programs send, such as alerts, is mail like any other.
 */
function automaticBy({ headers }: Email): string | null {
  const textOf = (key: string) =>
    headers
      .find((header) => header.key === key)
      ?.value.trim()
      .toLowerCase() ?? ''
  if (textOf('auto-submitted').startsWith('auto-replied')) return 'Auto-Submitted'
  if (textOf('x-mailer') === MAILER.toLowerCase()) return 'X-Mailer'
  return textOf('content-type').startsWith('multipart/report') ? 'multipart/report' : null
}
