import * as z from 'zod'
import { type Clock, seconds } from '../../kernel/base/clock.ts'
import { openFromLink, sealForLink } from '../../kernel/base/sealed-text.ts'
import type { Secret } from '../../kernel/base/secret.ts'

/** How long somebody may take to sign in at the provider. Their cookie lasts as long. */
export const SIGN_IN_SECONDS = 900

/** It comes back with the answer of the provider. Only the browser that has the cookie can use it. */
const State = z.strictObject({
  for: z.literal('sign-in'),
  realm: z.int(),
  browser: z.string(),
  next: z.string(),
  /** The key of the invitation by which the person joins. It is encrypted here, so the provider cannot use it. */
  invitation: z.string().optional(),
  until: z.number(),
})

/** What a browser wants when it comes back: to go on there, or to join by the invitation with this key. */
export interface SignInRequest {
  readonly next: string
  readonly invitation: string | null
}

interface SignInContext {
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
export const stateFor = (
  { clock, secret }: SignInContext,
  realmId: number,
  cookie: string,
  { next, invitation }: SignInRequest,
): string =>
  sealForLink(secret, {
    for: 'sign-in',
    realm: realmId,
    browser: stampOf(secret, cookie),
    next,
    ...(invitation === null ? {} : { invitation }),
    until: seconds(clock) + SIGN_IN_SECONDS,
  } satisfies z.infer<typeof State>)

/** Null if this browser has not begun it, or too long ago. */
export function readState(
  { clock, secret }: SignInContext,
  realmId: number,
  cookie: string,
  text: string,
): SignInRequest | null {
  const state = openFromLink(secret, text, State)
  if (!state || cookie === '') return null
  const isOurs = state.realm === realmId && state.browser === stampOf(secret, cookie)
  if (!isOurs || state.until <= seconds(clock)) return null
  return { next: state.next, invitation: state.invitation ?? null }
}
