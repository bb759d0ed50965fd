import * as z from 'zod'

/** A number of days, or a word (`unlimited`, `realm_default`): as plain text or as a JSON string, both are in use. */
export const MessageRetentionDays = z.codec(z.string(), z.union([z.int(), z.string()]), {
  decode: (text) => {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'number' || typeof value === 'string') return value
    } catch {
      // A bare word.
    }
    return text
  },
  encode: (value) => JSON.stringify(value),
})
