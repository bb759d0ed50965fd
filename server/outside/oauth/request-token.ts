import { basicHeader, replyOf, valueAt } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingReply, OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'

/** What this server is at a provider. */
export interface OAuthClient {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where it shows its secret: in the header Authorization, or among the fields. */
  readonly secretIn: 'header' | 'fields'
}

/** `isRefused`: the provider does not accept the grant, or not any more. Otherwise another try may succeed. */
export interface NoTokens {
  readonly isRefused: boolean
  /** For the log. Contains nothing secret. */
  readonly reason: string
}

/** The body of the provider's answer to a grant, which contains tokens. */
export async function requestToken(
  outgoing: OutgoingRequests,
  { tokenUrl, clientId, clientSecret, secretIn }: OAuthClient,
  grant: Readonly<Record<string, string>>,
): Promise<{ readonly body: string } | NoTokens> {
  const isInHeader = secretIn === 'header'
  const fields = isInHeader ? grant : { ...grant, client_id: clientId, client_secret: clientSecret }
  // OAuth 2 wants both encoded, because a colon separates them.
  const proof = basicHeader(encodeURIComponent(clientId), encodeURIComponent(clientSecret))
  const reply = await replyOf(
    outgoing.post(tokenUrl, {
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(isInHeader ? { Authorization: proof } : {}),
      },
      body: new URLSearchParams(fields).toString(),
    }),
  )
  if ('reason' in reply) return { isRefused: false, reason: reply.reason }
  return reply.status < 200 || reply.status > 299 ? refusalOf(reply) : reply
}

/** The operator has to correct the app's own credentials. People need not connect their accounts again for that. */
const FAULTS_OF_APP: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client'])
const PASSING: ReadonlySet<number> = new Set([408, 429])

export function refusalOf({ status, body }: OutgoingReply): NoTokens {
  const error = valueAt(body, 'error')
  const isRefused = status >= 400 && status <= 499 && !PASSING.has(status) && !FAULTS_OF_APP.has(error)
  const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` ${error}` : ''
  return { isRefused, reason: `HTTP ${status}${code}` }
}
