import * as z from 'zod'
import { openFromLink, sealForLink } from '../../kernel/base/sealed-text.ts'
import type { Secret } from '../../kernel/base/secret.ts'

/** Mail that a person can stop. */
export type MailKind = 'missed' | 'digest'

/** Links without a kind are in older mails about missed messages. */
const Unsubscribe = z.strictObject({
  for: z.literal('unsubscribe'),
  user: z.int(),
  kind: z.literal(['missed', 'digest']).default('missed'),
})

/** Stops mail of one kind. It works without signing in, and for ever, as people expect of such a link. */
export function unsubscribeLink(secret: Secret, address: string, userId: number, kind: MailKind): string {
  const claim: z.infer<typeof Unsubscribe> = { for: 'unsubscribe', user: userId, kind }
  return `${address.replace(/\/$/, '')}/unsubscribe/${sealForLink(secret, claim)}/`
}

/** Whose mail a link stops, and which, or null if it is not ours. */
export function readUnsubscribe(secret: Secret, token: string): { userId: number; kind: MailKind } | null {
  const claim = openFromLink(secret, token, Unsubscribe)
  return claim && { userId: claim.user, kind: claim.kind }
}
