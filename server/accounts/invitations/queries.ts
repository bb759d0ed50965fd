import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { type Grants, type Invitation, invitationFromRow } from './invitation.ts'

export interface NewInvitation extends Grants {
  readonly inviterId: number
  readonly email: string | null
  readonly keyHash: string
  readonly keySealed: string
  readonly notifiesInviter: boolean
  readonly invitedAt: number
  readonly expiresAt: number | null
}

export async function insertInvitations(
  db: Db,
  realmId: number,
  invitations: readonly NewInvitation[],
): Promise<Invitation[]> {
  const values = invitations.map((one) => ({
    realm_id: realmId,
    inviter_id: one.inviterId,
    email: one.email,
    key_hash: one.keyHash,
    key_sealed: one.keySealed,
    role: one.role,
    channel_ids: [...one.channelIds],
    group_ids: [...one.groupIds],
    with_default_channels: one.withDefaultChannels,
    notifies_inviter: one.notifiesInviter,
    welcome_text: one.welcomeText,
    invited_at: one.invitedAt,
    expires_at: one.expiresAt,
  }))
  const rows = await db.insertInto('invitation').values(values).returningAll().execute()
  return rows.map(invitationFromRow).sort((a, b) => a.id - b.id)
}

/**
 * How often people have sent an invitation by email since then, whatever became of it. Commands of the operator have no
 * actor.
 */
export async function countSentSince(db: Db, realmId: number, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where realm_id = ${realmId} and at > ${since} and actor_id is not null
      and (action = 'invitation sent again' or (action = 'invitation made' and details ->> 'email' is not null))`.execute(
    db,
  )
  return rows[0]!.count
}

export async function countOpen(db: Db, realmId: number): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those that can be used at that time; all, or those of one person. */
export async function openInvitations(
  db: Db,
  realmId: number,
  now: number,
  inviterId: number | null,
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .$if(inviterId !== null, (query) => query.where('inviter_id', '=', inviterId!))
    .orderBy('id')
    .execute()
  return rows.map(invitationFromRow)
}

/** Those to one of these addresses that can be used at that time. */
export async function openInvitationsTo(
  db: Db,
  realmId: number,
  now: number,
  emails: readonly string[],
): Promise<Invitation[]> {
  if (emails.length === 0) return []
  const lower = emails.map((email) => email.toLowerCase())
  const rows = await db
    .selectFrom('invitation')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('state', '=', 'open')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', lower))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id')
    .execute()
  return rows.map(invitationFromRow)
}

export async function invitationById(db: Db, realmId: number, id: number): Promise<Invitation | null> {
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? invitationFromRow(row) : null
}

export async function invitationByKey(db: Db, realmId: number, keyHash: string): Promise<Invitation | null> {
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return row ? invitationFromRow(row) : null
}

export const updateInvitation = (
  db: Db,
  realmId: number,
  id: number,
  change: Partial<{ state: Invitation['state']; invited_at: number; expires_at: number | null }>,
): Promise<unknown> =>
  db.updateTable('invitation').set(change).where('realm_id', '=', realmId).where('id', '=', id).execute()

/** A deactivated account leaves no invitation behind, also not for its return. Returns whether there were any. */
export async function revokeInvitationsOf(db: Db, realmId: number, inviterId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ state: 'revoked' })
    .where('realm_id', '=', realmId)
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const deleteClosedBefore = (db: Db, realmId: number, before: number): Promise<unknown> =>
  db
    .deleteFrom('invitation')
    .where('realm_id', '=', realmId)
    .where('invited_at', '<', before)
    .where((eb) => eb.or([eb('state', '<>', 'open'), eb('expires_at', '<', before)]))
    .execute()
