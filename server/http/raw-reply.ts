import type { ServerResponse } from 'node:http'
import type { ApiError } from '../../api/errors.ts'
import { answerMembers, answerPoll, type Members } from './answer.ts'
import type { RawReply } from './route.ts'

export interface ReplyOptions {
  headers: readonly string[]
  ignored: readonly string[]
  onError(error: unknown): void
  onSent(): void
}

/** One small object per waiting poll: ten thousand of them must cost little more than bare connections. */
export class NodeReply implements RawReply {
  readonly #response: ServerResponse
  readonly #options: ReplyOptions
  /** The response does not know of an answer that went straight to the connection. */
  #isSent = false

  constructor(response: ServerResponse, options: ReplyOptions) {
    this.#response = response
    this.#options = options
  }

  get sent(): boolean {
    return this.#isSent || this.#response.headersSent || this.#response.destroyed
  }

  send(members: Members): void {
    if (this.sent) return
    this.#isSent = true
    const { headers, ignored } = this.#options
    if (typeof members === 'string') answerPoll(this.#response, headers, members, ignored)
    else answerMembers(this.#response, headers, members, ignored)
    this.#options.onSent()
  }

  fail(error: ApiError): void {
    if (!this.sent) this.#options.onError(error)
  }

  onClose(listener: () => void): void {
    // Whoever waits has been identified: what the headers said is of no more use, and thousands of them are megabytes.
    const { req } = this.#response
    req.headers = {}
    req.rawHeaders = []
    this.#response.once('close', () => {
      if (!this.#isSent) listener()
    })
  }
}
