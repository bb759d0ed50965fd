import type { Db } from '../../../kernel/db/database.ts'

/** Returns who had made the invitations. */
export async function useInvitationsTo(db: Db, realmId: number, email: string): Promise<number[]> {
  const rows = await db
    .updateTable('invitation')
    .set({ state: 'used' })
    .where('realm_id', '=', realmId)
    .where('state', '=', 'open')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .returning('inviter_id')
    .execute()
  return rows.map((row) => row.inviter_id)
}
