import { REPLY_PREFIX } from '../missed-mail/reply-address.ts'
import { noSuchAddress } from './refusal.ts'

/** What the address says about the message. */
export interface MailOptions {
  readonly showSender: boolean
  readonly includeFooter: boolean
  readonly includeQuotes: boolean
  readonly preferHtml: boolean
}

export interface Recipient {
  /** A reply goes to the conversation of a mail about missed messages. */
  readonly kind: 'channel' | 'reply'
  /** The secret part of the address. */
  readonly token: string
  readonly options: MailOptions
}

const TOKEN = /^[0-9a-f]{32}$/
const REPLY = new RegExp(`^${REPLY_PREFIX}([0-9a-f]{32})$`)
const PLAIN: MailOptions = { showSender: false, includeFooter: false, includeQuotes: false, preferHtml: false }

/**
 * Reads an address such as `lunch.0123….show-sender+prefer-html@mail.example.org`. The name before the secret part is for
 * people: it may be an older name of the channel. Unknown options mean nothing.
 */
export function readRecipient(address: string, domain: string): Recipient {
  const at = address.lastIndexOf('@')
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase())
    throw noSuchAddress('This server relays no mail, it only receives mail for its own domain')
  const name = address.slice(0, at).toLowerCase()
  const [, reply] = REPLY.exec(name) ?? []
  if (reply !== undefined) return { kind: 'reply', token: reply, options: PLAIN }
  const parts = name.split(/[.+]/)
  const index = parts.findIndex((part) => TOKEN.test(part))
  if (index < 0) throw noSuchAddress('There is no such address here')
  const options = new Set(parts.slice(index + 1))
  return {
    kind: 'channel',
    token: parts[index]!,
    options: {
      showSender: options.has('show-sender'),
      includeFooter: options.has('include-footer'),
      includeQuotes: options.has('include-quotes'),
      preferHtml: options.has('prefer-html') && !options.has('prefer-text'),
    },
  }
}
