import * as z from 'zod'
import { endpoint } from '../contract.ts'

const apnsToken = z.string().describe('The token of the device, in hexadecimal digits.')
const fcmToken = z.string().describe('The token of the device.')

export const addApnsToken = endpoint({
  method: 'POST',
  path: '/users/me/apns_device_token',
  id: 'add-apns-token',
  group: 'Notifications',
  summary: 'Add an APNs token',
  description:
    'Stores a token of an Apple device of the caller. A user can have 50 tokens; one more removes the oldest. Bots cannot call it.',
  auth: 'user',
  params: {
    token: apnsToken,
    appid: z
      .string()
      .min(1)
      .max(255, { abort: true })
      .regex(/^[A-Za-z0-9.-]+$/)
      .describe('The id of the app, such as `org.example.chat`.'),
  },
  result: {},
  errors: [],
  badRequests: ['The token is empty, too long or not hexadecimal.', 'The caller is a bot.'],
})

export const removeApnsToken = endpoint({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  id: 'remove-apns-token',
  group: 'Notifications',
  summary: 'Remove an APNs token',
  description: 'Removes a token of an Apple device of the caller. Bots cannot call it.',
  auth: 'user',
  params: { token: apnsToken },
  result: {},
  errors: [],
  badRequests: ['The caller has no such token, or is a bot.', 'The token is empty, too long or not hexadecimal.'],
})

export const addFcmToken = endpoint({
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  id: 'add-fcm-token',
  group: 'Notifications',
  summary: 'Add an FCM token',
  description:
    'Stores a token of an Android device of the caller. A user can have 50 tokens; one more removes the oldest. Bots cannot call it.',
  auth: 'user',
  params: { token: fcmToken },
  result: {},
  errors: [],
  badRequests: ['The token is empty or too long.', 'The caller is a bot.'],
})

export const removeFcmToken = endpoint({
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  id: 'remove-fcm-token',
  group: 'Notifications',
  summary: 'Remove an FCM token',
  description: 'Removes a token of an Android device of the caller. Bots cannot call it.',
  auth: 'user',
  params: { token: fcmToken },
  result: {},
  errors: [],
  badRequests: ['The caller has no such token, or is a bot.', 'The token is empty or too long.'],
})

export const testNotify = endpoint({
  method: 'POST',
  path: '/mobile_push/test_notification',
  id: 'test-notify',
  group: 'Notifications',
  summary: 'Send a test notification to tokens',
  description:
    'Asks the push relay for a test notification to one APNs or FCM token of the caller, or to all of them. Bots cannot call it.',
  auth: 'user',
  params: { token: z.string().optional().describe('A token of the caller. Without it, all tokens get one.') },
  result: {},
  errors: [
    'PUSH_SERVICE_NOT_CONFIGURED',
    'INVALID_PUSH_DEVICE_TOKEN',
    'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    'ADMIN_ACTION_REQUIRED',
    'FAILED_TO_CONNECT_BOUNCER',
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  ],
  badRequests: ['The caller is a bot.'],
})
