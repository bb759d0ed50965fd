import type { ServerResponse } from 'node:http'
import type { ApiError } from '../../api/errors.ts'
import { answerMembers, type Members } from './answer.ts'
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

  constructor(response: ServerResponse, options: ReplyOptions) {
    this.#response = response
    this.#options = options
  }

  get sent(): boolean {
    return this.#response.headersSent || this.#response.destroyed
  }

  send(members: Members): void {
    if (this.sent) return
    answerMembers(this.#response, this.#options.headers, members, this.#options.ignored)
    this.#options.onSent()
  }

  fail(error: ApiError): void {
    if (!this.sent) this.#options.onError(error)
  }

  onClose(listener: () => void): void {
    this.#response.once('close', () => {
      if (!this.#response.writableEnded) listener()
    })
  }
}
