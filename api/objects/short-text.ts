import * as z from 'zod'

/** Declares a text of limited length. It counts code points, as people do, and not UTF-16 units as `max` does. */
export const shortText = (most: number) =>
  z
    .string()
    .check((text) => {
      const { value } = text
      if (value.length <= most || Array.from(value).length <= most) return
      text.issues.push({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: value })
    })
    .meta({ maxLength: most })
