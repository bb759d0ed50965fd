import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireDevice } from './access.ts'
import { changeDevice } from './change-device.ts'
import type { DeviceChange, DeviceRow } from './queries.ts'
import { pushRegistration } from './register-at-relay.ts'

export interface PushRegistration {
  readonly push_key_id?: number | undefined
  readonly push_key?: string | undefined
  readonly token_kind?: 'apns' | 'fcm' | undefined
  readonly token_id?: string | undefined
  readonly bouncer_public_key?: string | undefined
  readonly encrypted_push_registration?: string | undefined
}

/** Parameters that have a meaning only together. */
const TOGETHER = [
  ['push_key_id', 'push_key'],
  ['token_kind', 'token_id', 'bouncer_public_key', 'encrypted_push_registration'],
] as const satisfies readonly (readonly (keyof PushRegistration)[])[]

export function requireWholeParts(wanted: PushRegistration): void {
  for (const names of TOGETHER) {
    const set = names.find((name) => wanted[name] !== undefined)
    const missing = names.find((name) => wanted[name] === undefined)
    if (set === undefined || missing === undefined) continue
    const data = { required_parameter: missing, set_parameter: set }
    throw badRequest(`${missing} is required when ${set} is set.`, data)
  }
  if (wanted.push_key === undefined && wanted.token_id === undefined)
    throw badRequest('Client did not pass any new values.')
}

/** Sets the key at once. The token is pending until a job has asked the relay. */
export async function registerPushDevice(
  tx: CallTx,
  deviceId: number,
  wanted: PushRegistration,
  sealKey: (key: string) => string,
): Promise<void> {
  const device = await requireDevice(tx.db, tx.actor, deviceId)
  const pending = pendingOf(device, wanted, tx.now)
  await changeDevice(tx, device, { ...keyOf(wanted, sealKey), ...pending })
  if (pending === null) return
  const { id, revision } = { id: device.id, revision: pending.revision }
  tx.after(pushRegistration.job({ deviceId: id, revision, tries: 0 }, { key: `push registration ${id}` }))
}

function keyOf({ push_key_id, push_key }: PushRegistration, sealKey: (key: string) => string): DeviceChange {
  return push_key === undefined ? {} : { push_key_id, push_key_sealed: sealKey(push_key) }
}

function pendingOf({ revision }: DeviceRow, wanted: PushRegistration, now: number) {
  if (wanted.token_id === undefined) return null
  return {
    pending_token_id: wanted.token_id,
    pending_token_kind: wanted.token_kind,
    pending_public_key: wanted.bouncer_public_key,
    pending_registration: wanted.encrypted_push_registration,
    pending_since: now,
    revision: revision + 1,
    error_code: null,
  } satisfies DeviceChange
}
