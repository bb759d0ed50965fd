import * as z from 'zod'
import { event, registerFields } from './base.ts'

const value = z.boolean().describe('True when the account is connected.')

export const ZoomTokenChanged = event('has_zoom_token', { value }).describe(
  'The user connected their Zoom account, or it is not connected any more.',
)
export const WebexTokenChanged = event('has_webex_token', { value }).describe(
  'The user connected their Webex account, or it is not connected any more.',
)

export const videoCallsFields = registerFields('video_calls', {
  has_zoom_token: z.boolean().describe('True when the caller has connected a Zoom account.'),
  has_webex_token: z.boolean().describe('True when the caller has connected a Webex account.'),
})
