import type { ServerResponse } from 'node:http'
import type { ApiError } from '../../../../api/errors.ts'
import { encodingFor } from '../request/accepted-encoding.ts'
import type { RawReply } from '../route.ts'
import { answerMembers, answerPieces, type Members } from './answer.ts'

/** The exchange that a reply completes. */
export interface ReplyOwner {
  readonly headers: readonly string[]
  fail(error: unknown): void
  log(): void
}

/** What is left of the headers while a poll waits. */
const KEPT_HEADERS = { br: { 'accept-encoding': 'br' }, gzip: { 'accept-encoding': 'gzip' }, identity: {} }
const NO_RAW_HEADERS: string[] = []

/** One small object per waiting poll, because ten thousand of them must cost little more than their connections. */
export class NodeReply implements RawReply {
  readonly #response: ServerResponse
  readonly #owner: ReplyOwner
  readonly #ignored: readonly string[]
  /** True after a direct write to the connection, which the response object does not know about. */
  #isSent = false
  /** True for a waiting poll. One event may answer many of them together. */
  #isWaiting = false

  constructor(response: ServerResponse, owner: ReplyOwner, ignored: readonly string[]) {
    this.#response = response
    this.#owner = owner
    this.#ignored = ignored
  }

  get sent(): boolean {
    return this.#isSent || this.#response.headersSent || this.#response.destroyed
  }

  send(members: Members, bytes?: number): void {
    if (this.sent) return
    this.#isSent = true
    const when = this.#isWaiting ? 'later' : 'now'
    answerMembers(this.#response, this.#owner.headers, members, this.#ignored, bytes, when)
    this.#owner.log()
  }

  sendPieces(pieces: readonly Buffer[]): void {
    if (this.sent) return
    this.#isSent = true
    answerPieces(this.#response, this.#owner.headers, pieces, this.#ignored)
    this.#owner.log()
  }

  fail(error: ApiError): void {
    if (!this.sent) this.#owner.fail(error)
  }

  onClose(listener: () => void): void {
    this.#isWaiting = true
    // A waiting caller has been identified, so most headers are no longer needed. Thousands of them are megabytes.
    const { req } = this.#response
    req.headers = KEPT_HEADERS[encodingFor(req.headers)]
    req.rawHeaders = NO_RAW_HEADERS
    this.#response.on('close', () => {
      if (!this.#isSent) listener()
    })
  }
}
