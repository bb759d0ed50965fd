import {
  e2eeTestNotify,
  registerClientDevice,
  registerPushDevice as registerPushDeviceEndpoint,
  removeClientDevice,
} from '../../../api/endpoints/devices.ts'
import {
  addApnsToken,
  addFcmToken,
  removeApnsToken,
  removeFcmToken,
  testNotify,
} from '../../../api/endpoints/push-tokens.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import { route } from '../../kernel/http/route.ts'
import { requirePushRelay } from './access.ts'
import { addToken, readToken, removeToken } from './change-tokens.ts'
import { pushRelay } from './push-relay.ts'
import { registerDevice } from './register-device.ts'
import { registerPushDevice, requireWholeParts } from './register-push-device.ts'
import { removeDevice } from './remove-device.ts'
import { testDevices, testTokens } from './send-test-notification.ts'

export const deviceRoutes = {
  registerClientDevice: route(registerClientDevice, async (call) => {
    requirePerson(call.actor.user)
    return { device_id: await call.transact(registerDevice) }
  }),

  removeClientDevice: route(removeClientDevice, async (call) => {
    requirePerson(call.actor.user)
    await call.transact((tx) => removeDevice(tx, call.params.device_id))
    return {}
  }),

  registerPushDevice: route(registerPushDeviceEndpoint, async (call) => {
    const { ctx, actor, params } = call
    requirePerson(actor.user)
    requirePushRelay(ctx.resource(pushRelay))
    requireWholeParts(params)
    await call.transact((tx) => registerPushDevice(tx, params.device_id, params, ctx.secret.sealKey))
    return {}
  }),

  e2eeTestNotify: route(e2eeTestNotify, async ({ ctx, db, actor, params }) => {
    requirePerson(actor.user)
    await testDevices(ctx, db, actor, params.device_id)
    return {}
  }),

  addApnsToken: route(addApnsToken, async (call) => {
    requirePerson(call.actor.user)
    const token = readToken('apns', call.params.token, call.params.appid)
    await call.transact((tx) => addToken(tx, token))
    return {}
  }),

  removeApnsToken: route(removeApnsToken, async (call) => {
    requirePerson(call.actor.user)
    const token = readToken('apns', call.params.token)
    await call.transact((tx) => removeToken(tx, token))
    return {}
  }),

  addFcmToken: route(addFcmToken, async (call) => {
    requirePerson(call.actor.user)
    const token = readToken('fcm', call.params.token)
    await call.transact((tx) => addToken(tx, token))
    return {}
  }),

  removeFcmToken: route(removeFcmToken, async (call) => {
    requirePerson(call.actor.user)
    const token = readToken('fcm', call.params.token)
    await call.transact((tx) => removeToken(tx, token))
    return {}
  }),

  testNotify: route(testNotify, async ({ ctx, db, actor, params }) => {
    requirePerson(actor.user)
    await testTokens(ctx, db, actor, params.token)
    return {}
  }),
}
