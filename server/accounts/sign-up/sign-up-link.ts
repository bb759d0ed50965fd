import * as z from 'zod'
import { openFromLink, sealForLink } from '../../kernel/base/sealed-text.ts'
import type { Secret } from '../../kernel/base/secret.ts'

/** How long a link to sign up works. */
const VALID_SECONDS = 86_400

const SignUp = z.strictObject({ for: z.literal('sign-up'), realm: z.int(), email: z.string(), until: z.number() })

export const SIGN_UP_PATH = '/join/sign-up/'

/** The link in the mail to somebody who wants to sign up. It proves that the address is theirs. */
export function signUpLink(secret: Secret, address: string, realmId: number, email: string, now: number): string {
  const proof: z.infer<typeof SignUp> = { for: 'sign-up', realm: realmId, email, until: now + VALID_SECONDS }
  return `${address.replace(/\/$/, '')}${SIGN_UP_PATH}?proof=${sealForLink(secret, proof)}`
}

/** The address that the proof in a link is for. Null if the proof is not ours, too old or for another organization. */
export function readSignUp(secret: Secret, proof: string, realmId: number, now: number): string | null {
  const read = openFromLink(secret, proof, SignUp)
  return read && read.realm === realmId && read.until > now ? read.email : null
}
