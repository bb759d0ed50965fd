import type { Readable } from 'node:stream'
import { type OpenedReply, OutgoingFailure, type OutgoingRequests } from '../base/outgoing-requests.ts'

export interface ExternalFile {
  readonly status: number
  readonly type: string
  /** Its length and range, as far as they are known. */
  readonly headers: Readonly<Record<string, string>>
  readonly stream: Readable
}

/** What browsers show or play and cannot run. */
const TYPES =
  /^(?:image\/(?:avif|bmp|gif|jpeg|png|webp|x-ms-bmp)|video\/(?:mp4|quicktime|webm)|audio\/(?:aac|flac|mpeg|ogg|wav|x-wav))$/

const MOST_BYTES = 100 * 1024 * 1024

/** One range, in bytes. */
const RANGE = /^bytes=\d{0,15}-\d{0,15}$/

const PASSED_ON = ['content-length', 'content-range', 'accept-ranges']

/** The picture, video or sound at an address of another site. Null if there is none. */
export async function fetchExternal(
  outgoing: OutgoingRequests,
  url: string,
  range: string | undefined,
  signal: AbortSignal,
): Promise<ExternalFile | null> {
  const headers = {
    accept: 'image/*, video/*, audio/*',
    'accept-encoding': 'identity',
    'user-agent': 'Parley',
    ...(range !== undefined && RANGE.test(range) ? { range } : {}),
  }
  try {
    const reply = await outgoing.open(url, { headers, signal })
    if (isShown(reply)) return passOn(reply)
    reply.body.destroy()
    return null
  } catch (error) {
    if (error instanceof OutgoingFailure) return null
    throw error
  }
}

const typeOf = ({ headers }: OpenedReply): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isShown = (reply: OpenedReply): boolean =>
  (reply.status === 200 || reply.status === 206) &&
  TYPES.test(typeOf(reply)) &&
  reply.headers['content-encoding'] === undefined &&
  Number(reply.headers['content-length'] ?? 0) <= MOST_BYTES

function passOn(reply: OpenedReply): ExternalFile {
  const { status, headers, body } = reply
  const kept = PASSED_ON.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
  let size = 0
  body.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_BYTES) body.destroy(new OutgoingFailure('the file is too large', false))
  })
  // Flows again when it is sent.
  body.pause()
  return { status, type: typeOf(reply), headers: Object.fromEntries(kept), stream: body }
}
