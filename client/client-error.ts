import type { ErrorCode } from '../api/errors.ts'

/** The server returned an error. Branch on `code`. `message` is for people. */
export class ClientError extends Error {
  override name = 'ClientError'
  /** Null if the answer has none, as with 405 and 500. */
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

  /** The same as `message`, under its name in the answer. */
  get msg(): string {
    return this.message
  }

  /** Milliseconds to wait before a retry. Null if a retry will not help. */
  get retryAfter(): number | null {
    const seconds = this.data['retry-after']
    if (typeof seconds === 'number') return seconds * 1000
    return this.status >= 500 ? 1000 : null
  }
}

/** The server's answer does not match the contract. */
export class ContractBreach extends Error {
  override name = 'ContractBreach'
}
