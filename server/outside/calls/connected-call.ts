import { ApiError } from '../../../api/errors.ts'
import type { AccountsApp } from '../../kernel/base/calls-config.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { replyOf, valueAt, webAddress } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import type { AccountProvider } from './account-provider.ts'
import { dropToken, replaceToken } from './change-token.ts'
import { failedToCreate, notConfigured } from './provider-answer.ts'
import { refreshedTokens, type Tokens } from './request-tokens.ts'
import { findToken } from './token-queries.ts'

/** The person who calls, and what the call needs. */
export interface Caller {
  readonly context: WorkContext
  readonly db: Db
  readonly realmId: number
  readonly userId: number
  transact<T>(work: (tx: CallTx) => Promise<T>): Promise<T>
}

/** What is asked of the provider. */
export interface MeetingRequest {
  /** Below the address of its API. */
  readonly path: string
  readonly body: object
  /** Where its answer has the address of the meeting. */
  readonly addressField: string
}

/** An access token that ends within this number of seconds is refreshed before it is used. */
const SPARE_SECONDS = 60

/** Other requests of the person may replace the tokens meanwhile. */
const MAX_ATTEMPTS = 3

const invalidToken = ({ name }: AccountProvider) =>
  new ApiError('INVALID_VIDEO_CALL_PROVIDER_TOKEN', `Invalid ${name} access token`)

/** Tokens, and the text by which the database knows them. */
interface StoredTokens {
  readonly sealed: string
  readonly tokens: Tokens
}

/** Creates a meeting with the account that the caller has connected, and returns its address. */
export async function createConnectedCall(
  caller: Caller,
  provider: AccountProvider,
  app: AccountsApp | null,
  meeting: MeetingRequest,
): Promise<string> {
  if (!app) throw notConfigured(provider.name)
  const { context, db, realmId, userId } = caller
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const sealed = await findToken(db, realmId, userId, provider.key)
    if (sealed === undefined) throw invalidToken(provider)
    const found = { sealed, tokens: JSON.parse(context.secret.unsealKey(sealed)) as Tokens }
    const stored = await refreshIfOld(caller, provider, app, found)
    const address = stored && (await createMeeting(context.outgoing, provider, app, stored.tokens, meeting))
    if (address !== null) return address
    const refused = (stored ?? found).sealed
    if (await caller.transact((tx) => dropToken(tx, provider, refused))) throw invalidToken(provider)
  }
  throw failedToCreate(provider.name)
}

/** Null if the provider refuses the token. */
async function createMeeting(
  outgoing: OutgoingRequests,
  { name }: AccountProvider,
  { apiUrl }: AccountsApp,
  { access }: Tokens,
  { path, body, addressField }: MeetingRequest,
): Promise<string | null> {
  const reply = await replyOf(
    outgoing.post(`${apiUrl}${path}`, {
      headers: { Authorization: `Bearer ${access}`, Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  if ('reason' in reply) throw failedToCreate(name)
  if (reply.status === 401) return null
  const isMade = reply.status >= 200 && reply.status <= 299
  const address = isMade ? webAddress(valueAt(reply.body, addressField)) : undefined
  if (address === undefined) throw failedToCreate(name)
  return address
}

/** Running refreshes. A refresh token works once, so requests that come together share one. */
const running = new Map<string, Promise<StoredTokens | null>>()

/** The same tokens, or refreshed ones. Null if the provider refuses to refresh them. */
async function refreshIfOld(
  caller: Caller,
  provider: AccountProvider,
  app: AccountsApp,
  stored: StoredTokens,
): Promise<StoredTokens | null> {
  if (stored.tokens.until > seconds(caller.context.clock) + SPARE_SECONDS) return stored
  const key = `${caller.userId} ${stored.sealed}`
  const refresh = running.get(key) ?? refreshTokens(caller, provider, app, stored)
  running.set(key, refresh)
  return refresh.finally(() => running.delete(key))
}

async function refreshTokens(
  { context, transact }: Caller,
  provider: AccountProvider,
  app: AccountsApp,
  { sealed, tokens }: StoredTokens,
): Promise<StoredTokens | null> {
  const { clock, logger, outgoing, secret } = context
  const refreshed = await refreshedTokens({ outgoing, provider, app, now: seconds(clock) }, tokens.refresh)
  if ('reason' in refreshed) {
    const { isRefused, reason } = refreshed
    if (isRefused) return null
    logger.warn({ provider: provider.name, reason }, 'a provider of video calls did not refresh an access token')
    throw failedToCreate(provider.name)
  }
  const next = secret.sealKey(JSON.stringify(refreshed))
  // If other tokens are stored meanwhile, the person has connected an account anew. Both work.
  await transact((tx) => replaceToken(tx, provider, sealed, next))
  return { sealed: next, tokens: refreshed }
}
