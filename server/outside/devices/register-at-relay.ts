import type { Db } from '../../kernel/db/database.ts'
import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { changeDevice, NOTHING_PENDING } from './change-device.ts'
import { pushRelay, RelayFailure } from './push-relay.ts'
import { type DeviceRow, findDevice } from './queries.ts'

interface Registration {
  readonly deviceId: number
  /** A later registration of the device has a job of its own. */
  readonly revision: number
  readonly tries: number
}

/** A push token waits for its registration by the relay. */
export const pushRegistration = jobKind<Registration>('push-registration')

const FIRST_WAIT_SECONDS = 30
const MAX_WAIT_SECONDS = 3_600
const MAX_RETRY_SECONDS = 86_400

/** Why the client must register the token again. */
type ErrorCode = NonNullable<DeviceRow['error_code']>

type Outcome = 'registered' | { readonly wait: number } | { readonly error: ErrorCode }

/** Asks the relay to register a token, again and again for a day if it cannot be reached or fails. */
export async function registerAtRelay(
  context: WorkContext,
  realm: RealmState,
  registration: Registration,
  signal: AbortSignal,
): Promise<void> {
  const device = await findPending(context.database.db, realm.id, registration)
  if (!device) return
  const outcome = await ask(context, realm, device, registration.tries, signal)
  await context.transact(realm.id, async (tx) => {
    const current = await findPending(tx.db, realm.id, registration)
    if (!current) return
    if (outcome === 'registered') return keepToken(tx, current)
    if ('error' in outcome || isOver(current, tx.now + outcome.wait))
      return endRegistration(tx, current, 'error' in outcome ? outcome.error : 'REQUEST_EXPIRED')
    const { deviceId, revision, tries } = registration
    const timing = { runAt: context.clock.now() + outcome.wait * 1000, key: `push registration ${deviceId}` }
    tx.after(pushRegistration.job({ deviceId, revision, tries: tries + 1 }, timing))
  })
}

type PendingDevice = DeviceRow & Record<'pending_token_id' | 'pending_public_key' | 'pending_registration', string>

/** Nothing if the device is gone, or its registration has ended or was replaced. */
async function findPending(
  db: Db,
  realmId: number,
  { deviceId, revision }: Registration,
): Promise<PendingDevice | undefined> {
  const device = await findDevice(db, realmId, deviceId)
  return device?.revision === revision && isPending(device) ? device : undefined
}

const isPending = (device: DeviceRow): device is PendingDevice => device.pending_token_id !== null

async function ask(
  { resource, logger }: WorkContext,
  realm: RealmState,
  device: PendingDevice,
  tries: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** tries, MAX_WAIT_SECONDS)
  // The operator may have removed the setting since.
  const relay = resource(pushRelay)
  if (relay === null || realm.isDeactivated) return { wait }
  try {
    await relay.register(
      realm.info.uuid,
      {
        token_id: device.pending_token_id,
        encrypted_push_registration: device.pending_registration,
        bouncer_public_key: device.pending_public_key,
      },
      signal,
    )
    return 'registered'
  } catch (error) {
    if (!(error instanceof RelayFailure)) throw error
    const { message: reason, code, retryAfter } = error
    logger.warn({ reason, code, device: device.id, tries }, 'the push relay did not register a device')
    if (!mayPass(error)) return { error: errorCodeOf(code) }
    return { wait: Math.max(wait, Math.min(retryAfter, MAX_WAIT_SECONDS)) }
  }
}

/** The operator can correct a missing permission. Other mistakes are in the registration itself. */
const PASSING: ReadonlySet<number> = new Set([401, 403, 408, 429])

const mayPass = ({ status }: RelayFailure): boolean =>
  status === null || status < 400 || status >= 500 || PASSING.has(status)

/** Clients know two codes. After both they make a new registration; after the first one also with a new key. */
const errorCodeOf = (code: string | null): ErrorCode =>
  code === 'INVALID_BOUNCER_PUBLIC_KEY' ? code : 'REQUEST_EXPIRED'

const isOver = ({ pending_since: since }: DeviceRow, nextTry: number): boolean =>
  since === null || nextTry > since + MAX_RETRY_SECONDS

const keepToken = (tx: Tx, device: PendingDevice): Promise<void> =>
  changeDevice(tx, device, {
    push_token_id: device.pending_token_id,
    push_token_kind: device.pending_token_kind,
    push_token_at: tx.now,
    ...NOTHING_PENDING,
  })

/** An earlier token of the device stays valid. */
const endRegistration = (tx: Tx, device: DeviceRow, error: ErrorCode): Promise<void> =>
  changeDevice(tx, device, { error_code: error, ...NOTHING_PENDING })
