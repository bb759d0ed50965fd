import type { AccountsApp } from '../base/calls-config.ts'
import type { OutgoingReply, OutgoingRequests } from '../base/outgoing-requests.ts'
import type { AccountProvider } from './account-provider.ts'
import { basicHeader, replyOf, tokenAt, valueAt } from './provider-answer.ts'

/** What a person has permitted the app. */
export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** The access token is valid until then, in seconds since 1970. */
  readonly until: number
}

/** `isRefused`: the provider does not accept what the person has permitted, or not any more. Otherwise another try may succeed. */
export interface NoTokens {
  readonly isRefused: boolean
  /** For the log. Contains nothing secret. */
  readonly reason: string
}

/** Of a provider that does not say how long its token is valid. */
const USUAL_SECONDS = 3_600

interface Asking {
  readonly outgoing: OutgoingRequests
  readonly provider: AccountProvider
  readonly app: AccountsApp
  /** Seconds. */
  readonly now: number
}

/** The tokens for the code that a person brings from the provider. `redirect` is the address to which it led them. */
export const tokensForCode = (asking: Asking, code: string, redirect: string): Promise<Tokens | NoTokens> =>
  requestTokens(asking, { grant_type: 'authorization_code', code, redirect_uri: redirect })

/** New tokens instead of those whose time is over. Providers may keep the refresh token or replace it. */
export const refreshedTokens = (asking: Asking, refresh: string): Promise<Tokens | NoTokens> =>
  requestTokens(asking, { grant_type: 'refresh_token', refresh_token: refresh }, refresh)

async function requestTokens(
  { outgoing, provider, app, now }: Asking,
  grant: Readonly<Record<string, string>>,
  earlier?: string,
): Promise<Tokens | NoTokens> {
  const { clientId, clientSecret } = app
  const isInHeader = provider.secretIn === 'header'
  const fields = isInHeader ? grant : { ...grant, client_id: clientId, client_secret: clientSecret }
  const reply = await replyOf(
    outgoing.post(app.tokenUrl, {
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(isInHeader ? { Authorization: basicHeader(clientId, clientSecret) } : {}),
      },
      body: new URLSearchParams(fields).toString(),
    }),
  )
  if ('reason' in reply) return { isRefused: false, reason: reply.reason }
  if (reply.status < 200 || reply.status > 299) return refusalOf(reply)
  const { body } = reply
  const [access, refresh = earlier] = [tokenAt(body, 'access_token'), tokenAt(body, 'refresh_token')]
  if (access === undefined || refresh === undefined) return { isRefused: false, reason: 'the answer has no tokens' }
  const seconds = valueAt(body, 'expires_in')
  return { access, refresh, until: now + (typeof seconds === 'number' && seconds > 0 ? seconds : USUAL_SECONDS) }
}

/** The operator has to correct the app's own credentials. People need not connect their accounts again for that. */
const FAULTS_OF_APP: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client'])
const PASSING: ReadonlySet<number> = new Set([408, 429])

function refusalOf({ status, body }: OutgoingReply): NoTokens {
  const error = valueAt(body, 'error')
  const isRefused = status >= 400 && status <= 499 && !PASSING.has(status) && !FAULTS_OF_APP.has(error)
  const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` ${error}` : ''
  return { isRefused, reason: `HTTP ${status}${code}` }
}
