import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** What the kernel needs of a request. The framework's own request is one; a long poll has no need of the framework. */
export interface Incoming {
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** Of the path. */
  readonly params: unknown
  readonly body: unknown
  readonly raw: IncomingMessage
}
