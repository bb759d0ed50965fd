import { ApiError, badRequest } from '../../../api/errors.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { emitInvitesChanged } from '../../people/users/email/emit-invites-changed.ts'
import { requirePermittedEmail } from '../../people/users/email/permitted-email.ts'
import { requireMayGrant, requireMayInvite } from './access.ts'
import type { Grants, Invitation } from './invitation.ts'
import { newInvitationKey } from './key.ts'
import { invitationMail } from './mail-invitation.ts'
import { countOpen, countSentSince, deleteClosedBefore, insertInvitations } from './queries.ts'

const DAY = 86_400
const MAX_OPEN_INVITATIONS = 10_000
const CLOSED_STAY = 30 * DAY

export interface InvitationsRequest extends Grants {
  readonly emails: readonly string[]
  readonly notifiesInviter: boolean
  /** Seconds; null: for ever. */
  readonly validFor: number | null
}

/** How people get their invitations. */
interface Delivery {
  /** False if the operator passes the links on. */
  readonly mails?: boolean
  /** The keys are addresses. The names are suggested on the page where people join. */
  readonly fullNames?: ReadonlyMap<string, string>
}

/** The limit of the operator. */
export interface DailyLimit {
  readonly invitesPerDay: number
}

/** Address, reason, and whether it has a deactivated account. */
type Problem = [email: string, reason: string, isDeactivated: boolean]

/** Throws when nobody with this address can be invited. Call it before the transaction. */
export async function checkInviteeEmails(realm: RealmState, emails: readonly string[]): Promise<void> {
  const problems: Problem[] = []
  for (const email of emails) {
    const reason = await problemWith(realm, email)
    if (reason !== null) problems.push([email, reason, false])
  }
  if (problems.length > 0)
    throw failure("Some emails did not validate, so we didn't send any invitations.", { errors: problems })
}

async function problemWith(realm: RealmState, email: string): Promise<string | null> {
  if (!isEmail(email)) return 'Invalid address.'
  try {
    await requirePermittedEmail(realm, email)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** Invitations of the caller. Returns the refusal for addresses that have accounts, while the others were invited. */
export async function inviteByEmail(
  tx: CallTx,
  secret: Secret,
  wanted: InvitationsRequest,
  limit: DailyLimit,
): Promise<{ made: Invitation[]; refusal: ApiError | null }> {
  const { actor } = tx
  requireMayInvite(actor, 'can_invite_users_group')
  requireMayGrant(actor, wanted)
  const problem = await dailyLimitProblem(tx, wanted.emails.length, limit)
  if (problem !== null) throw failure(problem, { errors: [], daily_limit_reached: true })
  const skipped = wanted.emails.flatMap((email) => accountProblem(tx.realm, email) ?? [])
  const taken = new Set(skipped.map(([email]) => email))
  const emails = wanted.emails.filter((email) => !taken.has(email))
  if (emails.length === 0) throw failure("We weren't able to invite anyone.", { errors: skipped })
  const made = await makeInvitations(tx, secret, actor.user, { ...wanted, emails })
  const text =
    "Some of those addresses already have an account, so we didn't send them an invitation. " +
    'We did send invitations to everyone else!'
  const refusal = skipped.length > 0 ? failure(text, { errors: skipped, sent_invitations: true }) : null
  return { made, refusal }
}

/** The invitations themselves, without asking whether the person may. The operator uses it too. */
export async function makeInvitations(
  tx: Tx,
  secret: Secret,
  inviter: User,
  { emails, validFor, ...rest }: Omit<InvitationsRequest, 'emails'> & { readonly emails: readonly (string | null)[] },
  { mails = true, fullNames }: Delivery = {},
): Promise<Invitation[]> {
  await deleteClosedBefore(tx.db, tx.realm.id, tx.now - CLOSED_STAY)
  if ((await countOpen(tx.db, tx.realm.id)) + emails.length > MAX_OPEN_INVITATIONS)
    throw badRequest(`An organization can have at most ${MAX_OPEN_INVITATIONS} open invitations.`)
  const made = await insertInvitations(
    tx.db,
    tx.realm.id,
    emails.map((email) => {
      const key = newInvitationKey()
      return {
        ...rest,
        inviterId: inviter.id,
        email,
        keyHash: secret.hashKey(key),
        keySealed: secret.sealKey(key),
        invitedAt: tx.now,
        expiresAt: validFor === null ? null : tx.now + validFor,
      }
    }),
  )
  for (const { id, role, email } of made) {
    if (email !== null && mails)
      tx.after(invitationMail.job({ invitationId: id, fullName: fullNames?.get(email) ?? '' }))
    tx.audit({ action: 'invitation made', target: { kind: 'invitation', id }, details: { role, email } })
  }
  emitInvitesChanged(tx, [inviter.id])
  return made
}

/** Why no more invitations can be sent today; null when they can. */
export async function dailyLimitProblem(tx: Tx, more: number, { invitesPerDay }: DailyLimit): Promise<string | null> {
  if ((await countSentSince(tx.db, tx.realm.id, tx.now - DAY)) + more <= invitesPerDay) return null
  return `An organization can send at most ${invitesPerDay} invitations in one day. No invitations were sent.`
}

function accountProblem(realm: RealmState, email: string): Problem[] | null {
  const user = realm.accountByEmail(email)
  if (!user) return null
  return [user.isActive ? [email, 'Already has an account.', false] : [email, 'Account has been deactivated.', true]]
}

interface FailureData {
  readonly errors: readonly Problem[]
  readonly sent_invitations?: boolean
  readonly daily_limit_reached?: boolean
}

const failure = (message: string, data: FailureData) =>
  new ApiError('INVITATION_FAILED', message, {
    data: { sent_invitations: false, daily_limit_reached: false, license_limit_reached: false, ...data },
  })
