import { badRequest } from '../../../api/errors.ts'
import { LATEST_TIME } from '../../../api/objects/delivery-time.ts'
import { everyone } from '../../kernel/log/audience.ts'
import { jobKind } from '../../kernel/log/job.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { updateRealmRow } from './queries.ts'

/** The data of an organization is kept at least this long after it was deactivated. */
export const MIN_DELETION_DAYS = 14
const DAY = 86_400

/** Deletes the organization, unless it is active again or is to be deleted later. */
export const realmDeletion = jobKind<Record<string, never>>('delete-organization')

/** From now on every request is refused. The data stays; it is deleted only if a delay is given. */
export async function deactivateRealm(tx: CallTx, delayDays: number | null): Promise<void> {
  if (delayDays !== null && delayDays < MIN_DELETION_DAYS)
    throw badRequest(`Data deletion time must be at least ${MIN_DELETION_DAYS} days in the future.`)
  const { info } = tx.realm
  const deletionAt = delayDays === null ? null : Math.min(tx.now + delayDays * DAY, LATEST_TIME)
  const deactivated = { ...info, deactivated: true, deletionAt }
  await updateRealmRow(tx.db, deactivated)
  tx.emit({ type: 'realm', op: 'deactivated', realm_id: info.id }, everyone, {
    state: [{ put: 'realm', value: deactivated }],
  })
  if (deletionAt !== null) tx.after(realmDeletion.job({}, { runAt: deletionAt * 1000, key: 'deletion' }))
  tx.audit({
    action: 'organization deactivated',
    target: { kind: 'realm', id: info.id },
    details: { deletion_at: deletionAt },
  })
}
