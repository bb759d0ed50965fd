import * as z from 'zod'
import { endpoint, json, rowId } from '../contract.ts'

/** Longer than any key, id or registration that a client makes. They are stored, so they need a limit. */
const MAX_VALUE_LENGTH = 500
const MAX_REGISTRATION_LENGTH = 10_000

const device_id = rowId().describe('The id of a device of the caller.')
const short = () => z.string().min(1).max(MAX_VALUE_LENGTH)
const emits = ['device'] as const

export const registerClientDevice = endpoint({
  method: 'POST',
  path: '/register_client_device',
  id: 'register-client-device',
  group: 'Notifications',
  summary: 'Register a device',
  description:
    'Registers a device on which the caller uses a client. A user can have 50 devices; one more removes the oldest. Bots cannot call it.',
  auth: 'user',
  params: {},
  result: { device_id: z.int().describe('The id of the new device.') },
  errors: [],
  badRequests: ['The caller is a bot.'],
  emits,
})

export const removeClientDevice = endpoint({
  method: 'POST',
  path: '/remove_client_device',
  id: 'remove-client-device',
  group: 'Notifications',
  summary: 'Remove a device',
  description: 'Removes a device of the caller, with its push key and its push token. Bots cannot call it.',
  auth: 'user',
  params: { device_id },
  result: {},
  errors: [],
  badRequests: ['The caller has no such device, or is a bot.'],
  emits,
})

export const registerPushDevice = endpoint({
  method: 'POST',
  path: '/mobile_push/register',
  id: 'register-push-device',
  group: 'Notifications',
  summary: 'Register a device for push notifications',
  description:
    'Sets the push key of a device, its push token, or both. The server passes the token on to the push relay after the answer; events tell how that ended. Bots cannot call it.',
  auth: 'user',
  params: {
    device_id,
    push_key_id: json(z.int()).optional().describe('The id of the push key. Clients choose it.'),
    push_key: short().optional().describe('The key that encrypts notifications to this device.'),
    token_kind: z.enum(['fcm', 'apns']).optional().describe('The service that the push token belongs to.'),
    token_id: short().optional().describe('The id of the push token. Clients choose it.'),
    bouncer_public_key: short()
      .optional()
      .describe('The public key of the push relay with which the registration is encrypted.'),
    encrypted_push_registration: z
      .string()
      .min(1)
      .max(MAX_REGISTRATION_LENGTH)
      .optional()
      .describe('The push token and its details, encrypted for the push relay.'),
  },
  result: {},
  errors: ['PUSH_SERVICE_NOT_CONFIGURED'],
  badRequests: [
    'The caller has no such device, or is a bot.',
    'Only some of the parameters of a push key, or of a push token, are given.',
    'Neither a push key nor a push token is given.',
  ],
  emits,
})

export const e2eeTestNotify = endpoint({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  id: 'e2ee-test-notify',
  group: 'Notifications',
  summary: 'Send a test notification to devices',
  description:
    'Asks the push relay for a test notification to one device of the caller, or to all that have a registered push token. Bots cannot call it.',
  auth: 'user',
  params: { device_id: device_id.optional() },
  result: {},
  errors: [
    'PUSH_SERVICE_NOT_CONFIGURED',
    'NO_ACTIVE_PUSH_DEVICE',
    'ADMIN_ACTION_REQUIRED',
    'FAILED_TO_CONNECT_BOUNCER',
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  ],
  badRequests: ['The caller is a bot.'],
})
