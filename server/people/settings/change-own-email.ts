import { ApiError, badRequest, REALM_DEACTIVATED, TooOften } from '../../../api/errors.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isAdministrator, type User } from '../../kernel/realm-state/user.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { newApiKey } from '../users/api-key.ts'
import { changeEmail, requireUsableEmail } from '../users/change-email.ts'
import { emailChangedNotice, emailChangeMail } from './mail-email-change.ts'
import { type EmailChange, emailChangeByToken, emailChangesOf, insertEmailChange, takeEmailChange } from './queries.ts'

/** The limits of the changes that one account may ask for. */
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
  await requireUsableEmail(tx, user, email)
  requireWithinLimits(await emailChangesOf(tx.db, user.id, tx.now), tx.now)
  const token = newApiKey()
  const tokens = { tokenHash: secret.hashKey(token), tokenSealed: secret.sealKey(token) }
  const change = { realmId: realm.id, userId: user.id, email, ...tokens, at: tx.now }
  tx.after(emailChangeMail.job({ changeId: await insertEmailChange(tx.db, change) }))
  tx.audit({ action: 'email change requested', target: { kind: 'user', id: user.id }, details: { after: email } })
}

/** `times` are the earlier changes, the newest first. */
function requireWithinLimits(times: readonly number[], now: number): void {
  const reached = LIMITS.flatMap(({ most, seconds }) => {
    const resetsAt = (times[most - 1] ?? 0) + seconds
    return resetsAt > now ? [{ limit: most, resetsAt }] : []
  })
  if (reached.length === 0) return
  const limit = Math.min(...reached.map((one) => one.limit))
  throw new TooOften({ limit, resetsAt: Math.max(...reached.map((one) => one.resetsAt)), now })
}

interface LinkContext {
  readonly db: Db
  readonly realm: RealmState
  readonly secret: Secret
  readonly now: number
}

/** For the page behind the link: whether its button would work. Changes nothing. Throws if the address cannot be had. */
export async function isEmailChangeOpen({ db, realm, secret, now }: LinkContext, token: string): Promise<boolean> {
  requireLive(realm)
  const change = await emailChangeByToken(db, keyOf(secret, realm, token, now))
  const user = activeUser(realm, change)
  if (!change || !user) return false
  await requireUsableEmail({ realm }, user, change.email)
  return true
}

/** For the button of that page. Returns the account with its new address, or undefined if the link is not valid. */
export async function confirmEmailChange(tx: Tx, secret: Secret, token: string): Promise<User | undefined> {
  requireLive(tx.realm)
  const change = await takeEmailChange(tx.db, keyOf(secret, tx.realm, token, tx.now))
  const user = activeUser(tx.realm, change)
  if (!change || !user) return undefined
  const changed = await changeEmail(tx, user, change.email)
  tx.after(emailChangedNotice.job({ userId: user.id, to: user.deliveryEmail }))
  return changed
}

const keyOf = (secret: Secret, { id: realmId }: RealmState, token: string, now: number) => ({
  realmId,
  tokenHash: secret.hashKey(token),
  since: now - TOKEN_SECONDS,
})

function requireLive(realm: RealmState): void {
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
}

function activeUser(realm: RealmState, change: EmailChange | undefined): User | undefined {
  const user = change && realm.users.get(change.userId)
  return user?.isActive ? user : undefined
}
