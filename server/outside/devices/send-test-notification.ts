import { ApiError, type ErrorCode } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { requirePushRelay } from './access.ts'
import { pushRelay, RelayFailure } from './push-relay.ts'
import { devicesOf } from './queries.ts'
import { tokensOf } from './token-queries.ts'

/** The code of the relay for tokens that it does not know. */
const UNKNOWN_TOKEN = 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' satisfies ErrorCode

/** Sends to one device, or to all, as far as the relay has registered their tokens. */
export async function testDevices(context: WorkContext, db: Db, actor: Actor, deviceId?: number): Promise<void> {
  const relay = requirePushRelay(context.resource(pushRelay))
  const { realm, user } = actor
  const devices = (await devicesOf(db, realm.id, user.id)).filter(({ id }) => deviceId === undefined || id === deviceId)
  const tokenIds = devices.flatMap(({ push_token_id: tokenId }) => tokenId ?? [])
  if (tokenIds.length === 0) throw noActiveDevice()
  const sent = relay.notifyDevices(realm.info.uuid, tokenIds, new AbortController().signal)
  await sent.catch((error) => refuse(context, error, noActiveDevice()))
}

/** Sends to one token, or to all. */
export async function testTokens(context: WorkContext, db: Db, actor: Actor, token?: string): Promise<void> {
  const relay = requirePushRelay(context.resource(pushRelay))
  const { realm, user } = actor
  const tokens = (await tokensOf(db, realm.id, user.id)).filter(
    (one) => token === undefined || one.token === (one.kind === 'apns' ? token.toLowerCase() : token),
  )
  if (tokens.length === 0) throw new ApiError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized')
  const sent = relay.notifyTokens(realm.info.uuid, tokens, new AbortController().signal)
  const unknown = new ApiError(UNKNOWN_TOKEN, 'Device not recognized by the push bouncer')
  await sent.catch((error) => refuse(context, error, unknown))
}

const noActiveDevice = () => new ApiError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device')

/** Says what failed. The operator finds the details in the log. */
function refuse({ logger }: WorkContext, error: unknown, unknownToken: ApiError): never {
  if (!(error instanceof RelayFailure)) throw error
  const { message: reason, status, code } = error
  if (code === UNKNOWN_TOKEN) throw unknownToken
  logger.warn({ reason, code }, 'the push relay did not send a test notification')
  if (status === null) throw new ApiError('FAILED_TO_CONNECT_BOUNCER', `The push relay cannot be reached: ${reason}.`)
  if (status === 401 || status === 403)
    throw new ApiError(
      'ADMIN_ACTION_REQUIRED',
      'The push relay does not accept this server. Its operator must register it there.',
    )
  throw new ApiError('INTERNAL_SERVER_ERROR_ON_BOUNCER', `The push relay failed: ${reason}.`)
}
