import * as z from 'zod'
import { openFromLink, sealForLink } from '../../kernel/base/sealed-text.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { User } from '../../kernel/realm-state/user.ts'

/** How long a link to choose a new password works. */
const VALID_SECONDS = 86_400

const Reset = z.strictObject({ for: z.literal('reset'), user: z.int(), stamp: z.string(), until: z.number() })

/** Changes with the password and the address: a link works once, and not after a change of either. */
const stampOf = (secret: Secret, { id, deliveryEmail }: User, passwordHash: string | null): string =>
  secret.signLink(`reset ${id} ${deliveryEmail} ${passwordHash ?? ''}`).slice(0, 32)

export function resetLink(
  secret: Secret,
  address: string,
  user: User,
  passwordHash: string | null,
  now: number,
): string {
  const stamp = stampOf(secret, user, passwordHash)
  const reset: z.infer<typeof Reset> = { for: 'reset', user: user.id, stamp, until: now + VALID_SECONDS }
  return `${address.replace(/\/$/, '')}/accounts/password/reset/${sealForLink(secret, reset)}/`
}

export interface ReadReset {
  readonly userId: number
  isOf(user: User, passwordHash: string | null): boolean
}

/** Null if the link is not ours or too old. `isOf` then says whether it still works for the account. */
export function readReset(secret: Secret, token: string, now: number): ReadReset | null {
  const reset = openFromLink(secret, token, Reset)
  if (!reset || reset.until <= now) return null
  return { userId: reset.user, isOf: (user, passwordHash) => reset.stamp === stampOf(secret, user, passwordHash) }
}
