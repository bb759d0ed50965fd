import { badRequest } from '../../../api/errors.ts'
import { type OutgoingService, WEBHOOK_INTERFACE } from '../../kernel/realm-state/records/bot.ts'

const MAX_URL_LENGTH = 2_000

/** The address of a receiver. Clients send it as text or as JSON text. Where it leads is checked with each request. */
export function checkPayloadUrl(name: string, text: string): string {
  const plain = unquoted(text)
  const url = URL.canParse(plain) ? new URL(plain) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username !== '' || url.password !== '' || plain.length > MAX_URL_LENGTH)
    throw badRequest(`${name} is not a URL`)
  return plain
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

export function checkInterface(value: number): OutgoingService['interface'] {
  const known = Object.values(WEBHOOK_INTERFACE).find((one) => one === value)
  if (known === undefined) throw badRequest('Invalid interface type')
  return known
}
