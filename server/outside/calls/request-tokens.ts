import type { AccountsApp } from '../../kernel/base/calls-config.ts'
import { tokenAt, valueAt } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import { type NoTokens, requestToken } from '../oauth/request-token.ts'
import type { AccountProvider } from './account-provider.ts'

/** What a person has permitted the app. */
export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** The access token is valid until then, in seconds since 1970. */
  readonly until: number
}

/** It counts for a provider that does not say how long its token is valid. */
const USUAL_SECONDS = 3_600

interface TokenRequest {
  readonly outgoing: OutgoingRequests
  readonly provider: AccountProvider
  readonly app: AccountsApp
  /** Seconds. */
  readonly now: number
}

/** The tokens for the code that a person brings from the provider. `redirect` is the address to which it led them. */
export const tokensForCode = (asking: TokenRequest, code: string, redirect: string): Promise<Tokens | NoTokens> =>
  requestTokens(asking, { grant_type: 'authorization_code', code, redirect_uri: redirect })

/** New tokens instead of those whose time is over. Providers may keep the refresh token or replace it. */
export const refreshedTokens = (asking: TokenRequest, refresh: string): Promise<Tokens | NoTokens> =>
  requestTokens(asking, { grant_type: 'refresh_token', refresh_token: refresh }, refresh)

async function requestTokens(
  { outgoing, provider, app, now }: TokenRequest,
  grant: Readonly<Record<string, string>>,
  earlier?: string,
): Promise<Tokens | NoTokens> {
  const reply = await requestToken(outgoing, { ...app, secretIn: provider.secretIn }, grant)
  if ('reason' in reply) return reply
  const { body } = reply
  const [access, refresh = earlier] = [tokenAt(body, 'access_token'), tokenAt(body, 'refresh_token')]
  if (access === undefined || refresh === undefined) return { isRefused: false, reason: 'the answer has no tokens' }
  const seconds = valueAt(body, 'expires_in')
  return { access, refresh, until: now + (typeof seconds === 'number' && seconds > 0 ? seconds : USUAL_SECONDS) }
}
