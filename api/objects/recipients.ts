/** Where a message is to go, as far as its text says: whether the place exists is the server's business. */
export type ChannelRecipient =
  | { kind: 'channel-id'; id: number }
  | { kind: 'channel-name'; name: string }
  | { kind: 'not-one-channel' }
  | { kind: 'invalid' }

export type DirectRecipients =
  | { kind: 'user-ids'; ids: readonly number[] }
  | { kind: 'emails'; emails: string[] }
  | { kind: 'none' }
  /** Ids and emails in one list. */
  | { kind: 'mixed' }
  | { kind: 'invalid' }

/** How JSON begins. The first letter shows that a text is a name: a failed parse would take longer than a send. */
const JSON_START = /^\s*[[{"\d-]/

function readJson(text: string): unknown {
  if (!JSON_START.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    // Plain text is a name or a list of emails.
    return text
  }
}

/** `to` of a channel message: an id, a name, a JSON string, or a list of one of these. */
export function parseChannelRecipient(to: string): ChannelRecipient {
  let value = readJson(to)
  if (Array.isArray(value)) {
    if (value.length !== 1) return { kind: 'not-one-channel' }
    value = value[0]
  }
  if (typeof value === 'string') return { kind: 'channel-name', name: value }
  if (Number.isSafeInteger(value)) return { kind: 'channel-id', id: value as number }
  return { kind: 'invalid' }
}

/** `to` of a direct message: a list of ids or of emails, a JSON string, or emails separated by commas. */
export function parseDirectRecipients(to: string): DirectRecipients {
  let value = readJson(to)
  if (typeof value === 'string') value = value.split(',')
  if (!Array.isArray(value)) return { kind: 'invalid' }
  const list: unknown[] = value
  if (list.every((item) => typeof item === 'string')) {
    const emails = [...new Set(list.map((email) => email.trim()).filter((email) => email !== ''))]
    return emails.length === 0 ? { kind: 'none' } : { kind: 'emails', emails }
  }
  if (list.every((item) => Number.isSafeInteger(item))) return { kind: 'user-ids', ids: [...new Set(list as number[])] }
  const isEither = list.every((item) => typeof item === 'string' || Number.isSafeInteger(item))
  return { kind: isEither ? 'mixed' : 'invalid' }
}
