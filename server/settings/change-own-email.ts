import { ApiError, badRequest, REALM_DEACTIVATED } from '../../api/errors.ts'
import type { Secret } from '../base/secret.ts'
import { isAdministrator, type User } from '../realm-state/user.ts'
import type { CallTx, Tx } from '../transaction/tx.ts'
import { newApiKey } from '../users/api-key.ts'
import { changeEmail, requireUsableEmail } from '../users/change-email.ts'
import { emailChangedNotice, emailChangeMail } from './mail-email-change.ts'
import { emailChangesOf, insertEmailChange, takeEmailChange } from './queries.ts'

/** Changes that one account may ask for in so many seconds. */
const LIMITS = [
  { most: 2, seconds: 3_600 },
  { most: 5, seconds: 86_400 },
]

const TOKEN_SECONDS = 86_400

/** Stores the request for another address. It is changed when the link in the email is followed. */
export async function requestEmailChange(tx: CallTx, secret: Secret, text: string): Promise<void> {
  const { realm, user } = tx.actor
  const email = text.trim()
  if (realm.info.settings.email_changes_disabled && !isAdministrator(user))
    throw badRequest('Email address changes are disabled in this organization.')
  requireUsableEmail(tx, user, email)
  requireWithinLimits(await emailChangesOf(tx.db, user.id, tx.now), tx.now)
  const token = newApiKey()
  const tokens = { tokenHash: secret.hashKey(token), tokenSealed: secret.sealKey(token) }
  const change = { realmId: realm.id, userId: user.id, email, ...tokens, at: tx.now }
  tx.after(emailChangeMail.job({ changeId: await insertEmailChange(tx.db, change) }))
  tx.audit({ action: 'email change requested', target: { kind: 'user', id: user.id }, details: { after: email } })
}

/** `times` are the earlier changes, the newest first. */
function requireWithinLimits(times: readonly number[], now: number): void {
  const waits = LIMITS.flatMap(({ most, seconds }) => {
    const oldest = times[most - 1]
    return oldest !== undefined && oldest + seconds > now ? [oldest + seconds - now] : []
  })
  if (waits.length === 0) return
  throw new ApiError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { data: { 'retry-after': Math.max(...waits) } })
}

/** For the page behind the link. Returns the account with its new address, or undefined if the link is not valid. */
export async function confirmEmailChange(tx: Tx, secret: Secret, token: string): Promise<User | undefined> {
  if (tx.realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
  const change = await takeEmailChange(tx.db, tx.realm.id, secret.hashKey(token), tx.now - TOKEN_SECONDS)
  if (!change) return undefined
  const user = tx.realm.users.get(change.userId)
  if (!user?.isActive) return undefined
  const changed = await changeEmail(tx, user, change.email)
  tx.after(emailChangedNotice.job({ userId: user.id, to: user.deliveryEmail }))
  return changed
}
