import * as z from 'zod'
import { openFromLink, sealForLink } from '../../kernel/base/sealed-text.ts'
import type { Secret } from '../../kernel/base/secret.ts'

/** How long somebody has to open the mail that proves their address. */
const VALID_SECONDS = 86_400

const Proof = z.strictObject({ for: z.literal('join'), invitation: z.int(), email: z.string(), until: z.number() })

/** Proves, in the hands of the person who got it by mail, that an address is theirs. Only for this invitation. */
export const makeAddressProof = (secret: Secret, invitation: number, email: string, now: number): string => {
  const proof: z.infer<typeof Proof> = { for: 'join', invitation, email, until: now + VALID_SECONDS }
  return sealForLink(secret, proof)
}

/** The address that was proved, or null. */
export function readAddressProof(secret: Secret, text: string, invitation: number, now: number): string | null {
  const proof = openFromLink(secret, text, Proof)
  return proof && proof.invitation === invitation && proof.until > now ? proof.email : null
}
