import * as z from 'zod'
import type { Actor } from '../../kernel/actor.ts'
import type { AccountsApp } from '../../kernel/base/calls-config.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { openFromLink, sealForLink } from '../../kernel/base/sealed-text.ts'
import type { Context } from '../../kernel/context.ts'
import type { AccountProvider } from './account-provider.ts'
import { storeToken } from './change-token.ts'
import { tokensForCode } from './request-tokens.ts'

/** The parts of the context that connecting an account needs. */
/** How long somebody may take to sign in at the provider. */
const VALID_SECONDS = 1_800

/** Longer codes are none. */
const MAX_CODE_LENGTH = 4_000

/** It comes back with the answer of the provider, which so belongs to a session. Nobody can make one for another session. */
const State = z.strictObject({
  for: z.literal('calls'),
  provider: z.enum(['zoom', 'webex']),
  session: z.int(),
  until: z.number(),
})

/** The address at which the person permits the app to use their account. */
export function permissionAddress(
  { clock, secret }: Context,
  { key, scope }: AccountProvider,
  { authorizeUrl, clientId }: AccountsApp,
  { session, redirect }: { readonly session: number; readonly redirect: string },
): string {
  const claim: z.infer<typeof State> = { for: 'calls', provider: key, session, until: seconds(clock) + VALID_SECONDS }
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    ...(scope === null ? {} : { scope }),
    state: sealForLink(secret, claim),
  })
  return `${authorizeUrl}?${query}`
}

/** Whether this session has asked for the answer that the provider returns now. */
export function isStateOf(
  { clock, secret }: Context,
  { key }: AccountProvider,
  session: number,
  text: string,
): boolean {
  const state = openFromLink(secret, text, State)
  return state?.provider === key && state.session === session && state.until > seconds(clock)
}

/** Stores what the provider returns for the code. Returns false if that is nothing. */
export async function connectAccount(
  context: Context,
  actor: Actor,
  provider: AccountProvider,
  app: AccountsApp,
  { code, redirect }: { readonly code: string; readonly redirect: string },
): Promise<boolean> {
  if (code === '' || code.length > MAX_CODE_LENGTH) return false
  const { clock, logger, outgoing, secret } = context
  const tokens = await tokensForCode({ outgoing, provider, app, now: seconds(clock) }, code, redirect)
  if ('reason' in tokens) {
    logger.warn({ provider: provider.name, reason: tokens.reason }, 'a provider of video calls gave no access token')
    return false
  }
  const sealed = secret.sealKey(JSON.stringify(tokens))
  await context.transactAs(actor, [provider.event], (tx) => storeToken(tx, provider, sealed))
  return true
}
