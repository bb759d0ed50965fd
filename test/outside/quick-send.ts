import { Agent, request } from 'node:http'
import type { Send } from '../../client/client.ts'

const agent = new Agent({ keepAlive: true })

interface Answer {
  readonly status: number
  readonly text: string
}

export interface QuickRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly signal?: AbortSignal | null
  /** The request fails if the answer is not complete within this number of milliseconds. */
  readonly within?: number
}

/** By node's own client: `fetch` takes longer than the server, and the suite sends a hundred thousand requests. */
export function quickRequest(url: string, { method, headers, body, signal, within }: QuickRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // Without a length, node sends the body of a DELETE as if it were the next request.
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }
  const options = { method, headers: { ...headers, ...length }, agent, ...(signal && { signal }) }
  const sent = request(url, options, (response) => {
    const pieces: Buffer[] = []
    response
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }))
      .on('error', reject)
  })
  sent.on('error', reject).end(body)
  if (within === undefined) return promise
  const limit = setTimeout(() => sent.destroy(new Error(`${method} ${url} took more than ${within} ms`)), within)
  return promise.finally(() => clearTimeout(limit))
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'

/** The typed client uses it. */
export const quickSend: Send = async (url, { method, headers, body, signal }) => {
  // Files are rare.
  if (body instanceof FormData) return fetch(url, { method, headers, body, signal })
  const type = body === null ? {} : { 'content-type': FORM }
  const own = { ...Object.fromEntries(headers), ...type }
  const { status, text } = await quickRequest(url, { method, headers: own, body: body?.toString() ?? '', signal })
  return { status, text: async () => text }
}
