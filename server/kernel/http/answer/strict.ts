import * as z from 'zod'
import type { Endpoint } from '../../../../api/contract.ts'
import { ApiError, COMMON_ERRORS, type ErrorCode } from '../../../../api/errors.ts'

const common: ReadonlySet<ErrorCode> = new Set(COMMON_ERRORS)

/** An answer that the contract does not declare. It is a bug of ours, whatever the client receives. */
export class UndeclaredError extends Error {
  override name = 'UndeclaredError'
}

export function requireDeclaredError(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof ApiError) || common.has(error.code) || endpoint.errors.includes(error.code)) return error
  return new UndeclaredError(`${endpoint.id} does not declare the error ${error.code} (${error.message})`)
}

/** Used in tests only. Production relies on the compiler. */
export function createResultCheck(endpoint: Endpoint): (result: unknown) => void {
  const schema = z.strictObject(endpoint.result)
  return (result) => {
    const parsed = schema.safeParse(result)
    if (!parsed.success) {
      throw new UndeclaredError(
        `${endpoint.id} returns a result that it does not declare: ${z.prettifyError(parsed.error)}`,
      )
    }
  }
}
