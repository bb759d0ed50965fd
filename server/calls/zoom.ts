import { ApiError, badRequest } from '../../api/errors.ts'
import type { ZoomConfig } from '../base/calls-config.ts'
import type { OutgoingRequests } from '../base/outgoing-requests.ts'
import type { User } from '../realm-state/user.ts'
import { failedToCreate, replyOf, successOf, valueAt, webAddress } from './provider-answer.ts'

const NAME = 'Zoom'
/** Zoom's code for an account that does not exist. */
const UNKNOWN_USER = 1001

/** Creates a meeting with the caller as its host. Without an app of Zoom it would need a token of the caller. */
export async function createZoomCall(
  outgoing: OutgoingRequests,
  config: ZoomConfig | null,
  { deliveryEmail }: User,
  isVideo: boolean,
): Promise<string> {
  if (!config) throw new ApiError('INVALID_VIDEO_CALL_PROVIDER_TOKEN', `Invalid ${NAME} access token`)
  const token = await accessToken(outgoing, config)
  const reply = await replyOf(
    outgoing.post(`${config.apiUrl}/v2/users/${encodeURIComponent(deliveryEmail)}/meetings`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      // Without a password some accounts would make everybody wait for the host.
      body: JSON.stringify({ settings: { host_video: isVideo, participant_video: isVideo }, default_password: true }),
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
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId }).toString(),
    }),
  )
  const token = 'reason' in reply ? undefined : valueAt(reply.body, 'access_token')
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,10000}$/.test(token))
    throw badRequest(`Invalid ${NAME} credentials`)
  return token
}
