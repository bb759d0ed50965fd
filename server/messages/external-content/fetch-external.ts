import { type OpenedReply, OutgoingFailure, type OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'

/** What browsers show or play and cannot run. */
const TYPES =
  /^(?:image\/(?:avif|bmp|gif|jpeg|png|webp|x-ms-bmp)|video\/(?:mp4|quicktime|webm)|audio\/(?:aac|flac|mpeg|ogg|wav|x-wav))$/

const MAX_CONTENT_BYTES = 100 * 1024 * 1024

/** Limits for sites that send a little again and again, in times that a site may be silent. */
const HEAD_TIMES = 3
const TOTAL_TIMES = 30
/** In each of these times: 1 KiB a second. */
const MIN_BYTES_PER_PERIOD = 10 * 1024

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
  const late = new AbortController()
  const head = setTimeout(() => late.abort(), HEAD_TIMES * outgoing.timeout)
  try {
    const reply = await outgoing.open(url, { headers, signal: AbortSignal.any([signal, late.signal]) })
    if (isShown(reply)) return limited(reply, outgoing.timeout)
    reply.body.destroy()
    return null
  } catch (error) {
    if (error instanceof OutgoingFailure) return null
    throw error
  } finally {
    clearTimeout(head)
  }
}

const isShown = (reply: OpenedReply): boolean =>
  (reply.status === 200 || reply.status === 206) &&
  TYPES.test(reply.type) &&
  Number(reply.headers['content-length'] ?? 0) <= MAX_CONTENT_BYTES

/** Ends the body with an error when it gets too large, or comes too slowly. */
function limited(reply: OpenedReply, time: number): OpenedReply {
  const { body } = reply
  let size = 0
  let sizeBefore = 0
  const end = (reason: string) => body.destroy(new OutgoingFailure(reason, false))
  const total = setTimeout(() => end('the file takes too long'), TOTAL_TIMES * time)
  const rate = setInterval(() => {
    if (size - sizeBefore < MIN_BYTES_PER_PERIOD) end('the file comes too slowly')
    sizeBefore = size
  }, time)
  body.once('close', () => {
    clearTimeout(total)
    clearInterval(rate)
  })
  body.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_CONTENT_BYTES) end('the file is too large')
  })
  // Flows again when it is sent.
  body.pause()
  return reply
}
