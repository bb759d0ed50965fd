/** Goes on with a value, at once where it is there already: waiting for what is known costs a turn of the loop. */
export const after = <T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> =>
  value instanceof Promise ? value.then(next) : next(value)
