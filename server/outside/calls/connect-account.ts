import * as z from 'zod'
import type { EventType } from '../../../api/events/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { AccountsApp } from '../../kernel/base/calls-config.ts'
import { type Clock, seconds } from '../../kernel/base/clock.ts'
import type { Logger } from '../../kernel/base/logger.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import { openFromLink, sealForLink } from '../../kernel/base/sealed-text.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { AccountProvider } from './account-provider.ts'
import { storeToken } from './change-token.ts'
import { tokensForCode } from './request-tokens.ts'

/** The parts of the context that connecting an account needs. */
export interface ConnectContext {
  readonly clock: Clock
  readonly logger: Logger
  readonly outgoing: OutgoingRequests
  readonly secret: Secret
  transactAs<T>(actor: Actor, emits: readonly EventType[], work: (tx: CallTx) => Promise<T>): Promise<T>
}

/** How long somebody may take to sign in at the provider. */
const VALID_SECONDS = 1_800

/** Longer codes are none. */
const MOST_CODE_CHARACTERS = 4_000

/** It comes back with the answer of the provider, which so belongs to a session. Nobody can make one for another session. */
const State = z.strictObject({
  for: z.literal('calls'),
  provider: z.enum(['zoom', 'webex']),
  session: z.int(),
  until: z.number(),
})

/** The address at which the person permits the app to use their account. */
export function permissionAddress(
  { clock, secret }: ConnectContext,
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

/** Whether this session has asked for the answer that the provider gives now. */
export function isStateOf(
  { clock, secret }: ConnectContext,
  { key }: AccountProvider,
  session: number,
  text: string,
): boolean {
  const state = openFromLink(secret, text, State)
  return state?.provider === key && state.session === session && state.until > seconds(clock)
}

/** Stores what the provider gives for the code. False if it gives nothing. */
export async function connectAccount(
  context: ConnectContext,
  actor: Actor,
  provider: AccountProvider,
  app: AccountsApp,
  { code, redirect }: { readonly code: string; readonly redirect: string },
): Promise<boolean> {
  if (code === '' || code.length > MOST_CODE_CHARACTERS) return false
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
