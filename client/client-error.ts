import type { ErrorCode } from '../api/errors.ts'

/** The server said no. Branch on `code`; `message` is for people. */
export class ClientError extends Error {
  override name = 'ClientError'
  /** Null when the answer has none, as with 405 and 500. */
  readonly code: ErrorCode | null
  readonly status: number
  /** The other fields of the answer. */
  readonly data: Record<string, unknown>

  constructor(status: number, code: ErrorCode | null, message: string, data: Record<string, unknown>) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }

  /** As in the answer. */
  get msg(): string {
    return this.message
  }

  /** How long to wait before trying again, in milliseconds; null when waiting will not help. */
  get retryAfter(): number | null {
    const seconds = this.data['retry-after']
    if (typeof seconds === 'number') return seconds * 1000
    return this.status >= 500 ? 1000 : null
  }
}

/** The server answered what the contract does not allow. */
export class ContractBreach extends Error {
  override name = 'ContractBreach'
}
