import { ApiError } from '../../../api/errors.ts'

/** Returns undefined where our rules refuse it. */
export function permitted<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
