import { afterAll, beforeAll } from 'vitest'

/** Opens something before the tests of a file or of a `describe`, and closes it after them. */
export function opened<T extends { close(): unknown }>(open: () => Promise<T>): T {
  let close: (() => unknown) | undefined
  const it = made(async () => {
    const result = await open()
    close = () => result.close()
    return result
  })
  afterAll(async () => void (await close?.()))
  return it
}

const TOO_EARLY = new Proxy(
  {},
  {
    get(_, name) {
      throw new Error(`Only hooks, tests and what they call can read "${String(name)}".`)
    },
  },
)

/** An object that can be named at once. When tests run, it has the properties of what was made. */
export function made<T extends object>(make: () => Promise<T>): T {
  const it = Object.create(TOO_EARLY) as T
  beforeAll(async () => {
    const result = (await make()) as T
    Object.setPrototypeOf(it, Object.prototype)
    for (const key of Object.keys(result) as (keyof T)[])
      Object.defineProperty(it, key, {
        enumerable: true,
        get: () => result[key],
        set(value: T[keyof T]) {
          result[key] = value
        },
      })
  })
  return it
}
