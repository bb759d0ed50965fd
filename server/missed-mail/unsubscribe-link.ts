import * as z from 'zod'
import { openFromLink, sealForLink } from '../base/sealed-text.ts'
import type { Secret } from '../base/secret.ts'

const Unsubscribe = z.strictObject({ for: z.literal('unsubscribe'), user: z.int() })

/** Stops mail about missed messages. It works without signing in, and for ever, as people expect of such a link. */
export function unsubscribeLink(secret: Secret, address: string, userId: number): string {
  const claim: z.infer<typeof Unsubscribe> = { for: 'unsubscribe', user: userId }
  return `${address.replace(/\/$/, '')}/unsubscribe/${sealForLink(secret, claim)}/`
}

/** Whose mail a link stops, or null if it is not ours. */
export const readUnsubscribe = (secret: Secret, token: string): number | null =>
  openFromLink(secret, token, Unsubscribe)?.user ?? null
