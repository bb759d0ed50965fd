import * as z from 'zod'
import { readJson } from './read-json.ts'

/** A parameter that is not plain text: JSON on the wire, a value in code. One declaration, both directions. */
export const json = <S extends z.ZodType>(schema: S) =>
  z.codec(z.string(), schema, {
    decode: (text, context): z.input<S> => {
      const read = readJson(text)
      if ('value' in read) return read.value as z.input<S>
      context.issues.push({ code: 'custom', message: read.problem, input: text })
      return z.NEVER
    },
    encode: (value) => JSON.stringify(value),
  })
