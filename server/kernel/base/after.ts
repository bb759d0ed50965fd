/**
 * Calls `next` with a value, synchronously if it is not a promise. Awaiting a known value would cost a turn of the
 * event loop.
 */
export const after = <T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> =>
  value instanceof Promise ? value.then(next) : next(value)
