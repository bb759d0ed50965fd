import type { Embed } from '../../../markdown/context.ts'
import { type OpenedReply, OutgoingFailure, type OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import { readPage } from './read-page.ts'

/** The head of a page is at its beginning. The rest is not read. */
const MAX_PAGE_BYTES = 512 * 1024
const MAX_FETCH_MILLISECONDS = 15_000

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml'])
const HEADERS = { accept: 'text/html, application/xhtml+xml' }

/**
 * The description of a page by its own site. Undefined if there is none, or no page. `signal` ends when the process stops,
 * `others` when the time of all pages together is over.
 */
export async function fetchPage(
  outgoing: OutgoingRequests,
  url: string,
  signal: AbortSignal,
  others: AbortSignal,
): Promise<Embed | undefined> {
  const limit = AbortSignal.any([signal, others, AbortSignal.timeout(MAX_FETCH_MILLISECONDS)])
  try {
    const reply = await outgoing.open(url, { headers: HEADERS, signal: limit })
    const html = isPage(reply) ? await beginningOf(reply) : undefined
    reply.body.destroy()
    return html === undefined ? undefined : readPage(html, reply.url)
  } catch (error) {
    // The process stops: the job runs again.
    signal.throwIfAborted()
    if (error instanceof OutgoingFailure || limit.aborted || isCutOff(error)) return undefined
    throw error
  }
}

/** The site closed the connection in the middle of the page. */
const isCutOff = (error: unknown): boolean => error instanceof Error && 'code' in error

const isPage = ({ status, type }: OpenedReply): boolean => status === 200 && PAGE_TYPES.has(type)

async function beginningOf({ headers, body }: OpenedReply): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_PAGE_BYTES) break
  }
  const bytes = Buffer.concat(chunks).subarray(0, MAX_PAGE_BYTES)
  return decoderOf(headers['content-type'] ?? '', bytes).decode(bytes)
}

const CHARSET = /charset\s*=\s*["']?([\w-]{1,40})/i

/** The header says how the page is written, or its first lines do. */
function decoderOf(contentType: string, bytes: Buffer): TextDecoder {
  const [, label = 'utf-8'] = CHARSET.exec(contentType) ?? CHARSET.exec(bytes.toString('latin1', 0, 1024)) ?? []
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
