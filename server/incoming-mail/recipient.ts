import { noSuchAddress } from './refusal.ts'

/** What the address says about the message. */
export interface MailOptions {
  readonly showSender: boolean
  readonly includeFooter: boolean
  readonly includeQuotes: boolean
  readonly preferHtml: boolean
}

export interface Recipient {
  /** The secret part of the address. */
  readonly token: string
  readonly options: MailOptions
}

const TOKEN = /^[0-9a-f]{32}$/

/**
 * Reads an address such as `lunch.0123….show-sender+prefer-html@mail.example.org`. The name before the secret part is for
 * people: it may be an older name of the channel. Unknown options mean nothing.
 */
export function readRecipient(address: string, domain: string): Recipient {
  const at = address.lastIndexOf('@')
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase())
    throw noSuchAddress('This server relays no mail, it only receives mail for its own domain')
  const parts = address.slice(0, at).toLowerCase().split(/[.+]/)
  const index = parts.findIndex((part) => TOKEN.test(part))
  if (index < 0) throw noSuchAddress('There is no such address here')
  const options = new Set(parts.slice(index + 1))
  return {
    token: parts[index]!,
    options: {
      showSender: options.has('show-sender'),
      includeFooter: options.has('include-footer'),
      includeQuotes: options.has('include-quotes'),
      preferHtml: options.has('prefer-html') && !options.has('prefer-text'),
    },
  }
}
