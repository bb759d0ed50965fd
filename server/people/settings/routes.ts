import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings as updateSettingsEndpoint,
} from '../../../api/endpoints/settings.ts'
import { badRequest } from '../../../api/errors.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { hashPassword, isStrongPassword, verifyPassword } from '../../kernel/base/passwords.ts'
import { type Call, route } from '../../kernel/http/route.ts'
import { requirePasswordChanges } from '../../organization/sign-in-methods/methods.ts'
import { boardOf } from '../presence/presence-board.ts'
import { sharePresence } from '../presence/update-presence.ts'
import { passwordHashOf } from '../users/queries.ts'
import { readSettings } from './read-settings.ts'
import { updateSettings } from './update-settings.ts'

type SettingsCall = Pick<
  Call<typeof updateSettingsEndpoint>,
  'ctx' | 'db' | 'actor' | 'params' | 'request' | 'transact' | 'emitEphemeral'
>

async function update(call: SettingsCall): Promise<Record<string, never>> {
  const { ctx, params, request } = call
  requirePerson(call.actor.user)
  const wanted = readSettings(params)
  const passwordHash = await newPasswordHash(call)
  const { unchanged, sharesPresence } = await call.transact((tx) =>
    updateSettings(tx, { params, wanted, passwordHash, secret: ctx.secret }),
  )
  request.ignore(unchanged)
  if (sharesPresence !== undefined) {
    const tell: Call<typeof updateSettingsEndpoint>['emitEphemeral'] = (event, to) => call.emitEphemeral(event, to)
    await sharePresence(boardOf(ctx, call.actor.realm), call.actor, sharesPresence, seconds(ctx.clock), tell)
  }
  return {}
}

/** Checking and hashing take long, so they are done before the transaction opens. */
async function newPasswordHash({ ctx, db, actor, params, request }: SettingsCall): Promise<string | undefined> {
  const { old_password: before = '', new_password: after, target_users: others } = params
  if (after === undefined || others) return undefined
  requirePasswordChanges(ctx.config, actor.realm)
  const { id, deliveryEmail, fullName } = actor.user
  const isRight = await request.passwordAttempts.attempt(`account ${id}`, async () =>
    verifyPassword(await passwordHashOf(db, id), before),
  )
  if (!isRight) throw badRequest('Wrong password!')
  if (!(await isStrongPassword(after, [deliveryEmail, fullName]))) throw badRequest('New password is too weak!')
  return hashPassword(after)
}

export const settingsRoutes = {
  updateSettings: route(updateSettingsEndpoint, update),
  updateDisplaySettings: route(updateDisplaySettings, update),
  updateNotificationSettings: route(updateNotificationSettings, update),
}
