import { ApiError, badRequest } from '../../../api/errors.ts'
import type { ZoomConfig } from '../../kernel/base/calls-config.ts'
import { basicHeader, replyOf, successOf, tokenAt, valueAt, webAddress } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { zoomSettings } from './meetings.ts'
import { failedToCreate } from './provider-answer.ts'

const NAME = 'Zoom'
/** Zoom's code for an account that does not exist. */
const UNKNOWN_USER = 1001

/** Creates a meeting with the caller as its host, by an app that needs no token of the caller. */
export async function createZoomCall(
  outgoing: OutgoingRequests,
  config: ZoomConfig,
  { deliveryEmail }: User,
  isVideo: boolean,
): Promise<string> {
  const token = await accessToken(outgoing, config)
  const reply = await replyOf(
    outgoing.post(`${config.apiUrl}/v2/users/${encodeURIComponent(deliveryEmail)}/meetings`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(zoomSettings(isVideo)),
    }),
  )
  if ('reason' in reply) throw failedToCreate(NAME)
  if (valueAt(reply.body, 'code') === UNKNOWN_USER) throw new ApiError('UNKNOWN_ZOOM_USER', 'Unknown Zoom user email')
  const address = reply.status < 300 ? webAddress(valueAt(reply.body, 'join_url')) : undefined
  if (address === undefined) throw failedToCreate(NAME)
  return address
}

async function accessToken(outgoing: OutgoingRequests, config: ZoomConfig): Promise<string> {
  const { oauthUrl, accountId, clientId, clientSecret } = config
  const reply = await successOf(
    outgoing.post(`${oauthUrl}/oauth/token`, {
      headers: {
        Authorization: basicHeader(clientId, clientSecret),
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId }).toString(),
    }),
  )
  const token = 'reason' in reply ? undefined : tokenAt(reply.body, 'access_token')
  if (token === undefined) throw badRequest(`Invalid ${NAME} credentials`)
  return token
}
