import type * as z from 'zod'
import type { Secret } from './secret.ts'

/** A text for a link, which only this server can make and read. */
export const sealForLink = (secret: Secret, value: object): string =>
  Buffer.from(secret.sealKey(JSON.stringify(value)), 'base64').toString('base64url')

/** What a text of a link says, or null if it is not ours, was changed, or says something else. */
export function openFromLink<T>(secret: Secret, text: string, schema: z.ZodType<T>): T | null {
  try {
    const sealed = Buffer.from(text, 'base64url').toString('base64')
    const parsed = schema.safeParse(JSON.parse(secret.unsealKey(sealed)))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
