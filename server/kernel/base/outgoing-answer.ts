import { OutgoingFailure, type OutgoingReply } from './outgoing-requests.ts'

/** The reply of a provider, or the reason why there is none. Other errors are ours and are thrown. */
export async function replyOf(request: Promise<OutgoingReply>): Promise<OutgoingReply | { readonly reason: string }> {
  try {
    return await request
  } catch (error) {
    if (error instanceof OutgoingFailure) return { reason: error.message }
    throw error
  }
}

/** The reply if it is a success. */
export async function successOf(request: Promise<OutgoingReply>): Promise<OutgoingReply | { readonly reason: string }> {
  const reply = await replyOf(request)
  if ('reason' in reply || (reply.status >= 200 && reply.status <= 299)) return reply
  return { reason: `HTTP ${reply.status}` }
}

/** A value inside a JSON text. Undefined if the text is no JSON, or has nothing there. */
export function valueAt(text: string, ...path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A token inside a JSON text, if it can be sent in a header. */
export function tokenAt(text: string, name: string): string | undefined {
  const token = valueAt(text, name)
  return typeof token === 'string' && /^[\x21-\x7e]{1,10000}$/.test(token) ? token : undefined
}

export const basicHeader = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`

/** An address that people can open. Undefined for anything else. */
export const webAddress = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 2_000 && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
    ? value
    : undefined
