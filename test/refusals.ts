import { expect } from 'vitest'
import type { ErrorCode } from '../api/errors.ts'

interface Refusal {
  readonly code?: ErrorCode
  readonly status?: number
  /** Fields besides `msg` and `code`. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Expects the call to be refused with exactly this text. */
export async function refused(
  call: Promise<unknown>,
  msg: string,
  { code, status, data }: Refusal = {},
): Promise<void> {
  await expect(call).rejects.toMatchObject({
    msg,
    code: code ?? 'BAD_REQUEST',
    ...(status === undefined ? {} : { status }),
    ...(data === undefined ? {} : { data }),
  })
}
