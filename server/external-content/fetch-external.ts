import { type OpenedReply, OutgoingFailure, type OutgoingRequests } from '../base/outgoing-requests.ts'

/** What browsers show or play and cannot run. */
const TYPES =
  /^(?:image\/(?:avif|bmp|gif|jpeg|png|webp|x-ms-bmp)|video\/(?:mp4|quicktime|webm)|audio\/(?:aac|flac|mpeg|ogg|wav|x-wav))$/

const MOST_BYTES = 100 * 1024 * 1024

/** One range, in bytes. */
const RANGE = /^bytes=\d{0,15}-\d{0,15}$/

/** The picture, video or sound at an address of another site. Null if there is none. */
export async function fetchExternal(
  outgoing: OutgoingRequests,
  url: string,
  range: string | undefined,
  signal: AbortSignal,
): Promise<OpenedReply | null> {
  const headers = {
    accept: 'image/*, video/*, audio/*',
    ...(range !== undefined && RANGE.test(range) ? { range } : {}),
  }
  try {
    const reply = await outgoing.open(url, { headers, signal })
    if (isShown(reply)) return limited(reply)
    reply.body.destroy()
    return null
  } catch (error) {
    if (error instanceof OutgoingFailure) return null
    throw error
  }
}

const isShown = (reply: OpenedReply): boolean =>
  (reply.status === 200 || reply.status === 206) &&
  TYPES.test(reply.type) &&
  Number(reply.headers['content-length'] ?? 0) <= MOST_BYTES

/** Ends the body with an error when it gets too large. */
function limited(reply: OpenedReply): OpenedReply {
  const { body } = reply
  let size = 0
  body.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_BYTES) body.destroy(new OutgoingFailure('the file is too large', false))
  })
  // Flows again when it is sent.
  body.pause()
  return reply
}
