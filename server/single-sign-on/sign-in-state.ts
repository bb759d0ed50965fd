import * as z from 'zod'
import { type Clock, seconds } from '../base/clock.ts'
import { openFromLink, sealForLink } from '../base/sealed-text.ts'
import type { Secret } from '../base/secret.ts'

/** How long somebody may take to sign in at the provider. Their cookie lasts as long. */
export const SIGN_IN_SECONDS = 900

/** It comes back with the answer of the provider. Only the browser that has the cookie can use it. */
const State = z.strictObject({
  for: z.literal('sign-in'),
  realm: z.int(),
  browser: z.string(),
  next: z.string(),
  until: z.number(),
})

interface Means {
  readonly clock: Clock
  readonly secret: Secret
}

const stampOf = (secret: Secret, cookie: string): string => secret.signLink(`sign-in browser ${cookie}`)

/** What the provider has to repeat in its token, and what proves that the code is ours. Both follow from the cookie. */
export const proofsOf = (secret: Secret, cookie: string) => ({
  nonce: secret.signLink(`sign-in nonce ${cookie}`),
  verifier: secret.signLink(`sign-in verifier ${cookie}`),
})

/** `cookie` is a new random text that only this browser has. */
export const stateFor = ({ clock, secret }: Means, realmId: number, cookie: string, next: string): string =>
  sealForLink(secret, {
    for: 'sign-in',
    realm: realmId,
    browser: stampOf(secret, cookie),
    next,
    until: seconds(clock) + SIGN_IN_SECONDS,
  } satisfies z.infer<typeof State>)

/** Where to go on after the sign-in. Null if this browser has not begun it, or too long ago. */
export function readState({ clock, secret }: Means, realmId: number, cookie: string, text: string): string | null {
  const state = openFromLink(secret, text, State)
  if (!state || cookie === '') return null
  const isOurs = state.realm === realmId && state.browser === stampOf(secret, cookie)
  return isOurs && state.until > seconds(clock) ? state.next : null
}
