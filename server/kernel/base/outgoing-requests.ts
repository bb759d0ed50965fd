import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'

const TIMEOUT_MILLISECONDS = 10_000
const MAX_ANSWER_BYTES = 1024 * 1024

/** Not on the public internet: this machine, local networks, reserved ranges. */
const LOCAL_RANGES = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  2001::/32 2001:db8::/32 2002::/16`.split(/\s+/)
/** IPv6 has public addresses only here. Forms of IPv4 addresses are elsewhere. */
const PUBLIC_IPV6 = ['2000::/3']

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const local = blockList(LOCAL_RANGES)
const publicIpv6 = blockList(PUBLIC_IPV6)

/** Why a request got no usable answer. `mayPass`: another try may succeed, after as many seconds as the receiver asks for. */
export class OutgoingFailure extends Error {
  override name = 'OutgoingFailure'
  readonly mayPass: boolean
  readonly retryAfter: number

  constructor(reason: string, mayPass: boolean, retryAfter = 0) {
    super(reason)
    this.mayPass = mayPass
    this.retryAfter = retryAfter
  }
}

export interface OutgoingGet {
  readonly headers?: Readonly<Record<string, string>>
  /** Ends the request early. */
  readonly signal?: AbortSignal
}

export interface OutgoingPost extends OutgoingGet {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface OutgoingReply {
  readonly status: number
  readonly body: string
  /** Seconds of the header Retry-After. Zero without it, or if it is a date. */
  readonly retryAfter: number
}

/** What a server answers, while its body still arrives. */
export interface OpenedReply {
  /** The address after all redirects. */
  readonly url: string
  readonly status: number
  /** The media type in lower case, without parameters. Empty if there is none. */
  readonly type: string
  readonly headers: IncomingHttpHeaders
  /** Not compressed. Has to be read or destroyed. */
  readonly body: Readable
}

/** A redirect that leads to a redirect, and so on: browsers follow more, but who links to a picture needs few. */
const MAX_REDIRECTS = 3

/**
 * Requests to addresses that users chose, to the push relay and to servers of video calls. The name is resolved and
 * checked here, and the connection goes to the checked address, so that a name cannot lead elsewhere later. Time and size
 * are limited. Redirects are followed only by `open`, each with the same checks.
 */
export class OutgoingRequests {
  readonly #allowed: BlockList
  /** How long a server may be silent, in milliseconds. */
  readonly timeout: number

  /** `allow`: addresses and ranges that are permitted although they are not public. */
  constructor(allow: readonly string[], timeout = TIMEOUT_MILLISECONDS) {
    this.#allowed = blockList(allow)
    this.timeout = timeout
  }

  isPermitted(address: string): boolean {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (this.#allowed.check(address, family)) return true
    return !local.check(address, family) && (family === 'ipv4' || publicIpv6.check(address, family))
  }

  get(url: string, options: OutgoingGet = {}): Promise<OutgoingReply> {
    return this.#request(url, 'GET', options)
  }

  post(url: string, options: OutgoingPost): Promise<OutgoingReply> {
    return this.#request(url, 'POST', options, options.body)
  }

  /** Sends GET and follows redirects. A body that pauses for longer than the time limit ends with an error. */
  async open(url: string, { headers = {}, signal }: OutgoingGet = {}): Promise<OpenedReply> {
    const sent = { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Parley' }
    let target = url
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const answer = await this.#begin(target, { method: 'GET', headers: sent, signal })
      const { statusCode: status = 0, headers: received } = answer
      const next = REDIRECTS.has(status) && received.location ? URL.parse(received.location, target) : null
      if (!next) return this.#opened(target, answer)
      answer.destroy()
      target = next.href
    }
    throw new OutgoingFailure('there are too many redirects', false)
  }

  #opened(url: string, answer: IncomingMessage): OpenedReply {
    const { statusCode: status = 0, headers } = answer
    if (headers['content-encoding'] !== undefined) {
      answer.destroy()
      throw new OutgoingFailure('the answer is compressed', false)
    }
    const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    return { url, status, type, headers, body: answer }
  }

  async #request(url: string, method: string, options: OutgoingGet, body?: string): Promise<OutgoingReply> {
    const limit = AbortSignal.timeout(this.timeout)
    const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
    try {
      return await readReply(await this.#begin(url, { ...options, method, signal }, body))
    } catch (error) {
      // The process stops: this was no try.
      options.signal?.throwIfAborted()
      if (limit.aborted) throw late()
      throw asFailure(error)
    }
  }

  /** Resolves when the head of the answer is there. */
  async #begin(url: string, { signal, ...given }: RequestOptions, body?: string): Promise<IncomingMessage> {
    const target = URL.parse(url)
    if (!target) throw new OutgoingFailure('the address is not valid', false)
    if (target.protocol !== 'https:' && target.protocol !== 'http:') throw forbidden()
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !this.isPermitted(host)) throw forbidden()
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = target.protocol === 'https:' ? httpsRequest : httpRequest
    const options = { ...given, agent: false as const, lookup: this.#lookup, ...(signal ? { signal } : {}) }
    const sent = request(target, options, resolve)
    sent.setTimeout(this.timeout, () => sent.destroy(late()))
    sent.on('error', (error) => reject(asFailure(error)))
    sent.end(body)
    return promise
  }

  /** One forbidden address among those of a name makes the name forbidden. */
  readonly #lookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { all: true }).then(
      (found) => {
        const [first] = found
        if (!first || found.some(({ address }) => !this.isPermitted(address))) callback(forbidden(), '')
        else if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

function readReply(response: IncomingMessage): Promise<OutgoingReply> {
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingReply>()
  const chunks: Buffer[] = []
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_ANSWER_BYTES) chunks.push(chunk)
    else response.destroy(new OutgoingFailure('the response is too large', false))
  })
  response.on('end', () => {
    const { statusCode: status = 0, headers: received } = response
    const retryAfter = /^\d{1,9}$/.test(received['retry-after'] ?? '') ? Number(received['retry-after']) : 0
    resolve({ status, body: Buffer.concat(chunks).toString(), retryAfter })
  })
  response.on('error', reject)
  return promise
}

const late = () => new OutgoingFailure('the request timed out', true)

const asFailure = (error: unknown): OutgoingFailure =>
  error instanceof OutgoingFailure ? error : new OutgoingFailure('the connection failed', true)

const forbidden = () => new OutgoingFailure('the address is not on the public internet', false)

/** The JSON object in the body of a reply. Null for anything else. */
export function readJsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
