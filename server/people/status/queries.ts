import type { Db } from '../../kernel/db/database.ts'
import type { UserStatus } from '../../kernel/realm-state/records/user-status.ts'

export async function saveStatus(db: Db, realmId: number, { userId, text, emoji }: UserStatus): Promise<void> {
  const values = {
    status_text: text,
    emoji_name: emoji?.name ?? null,
    emoji_code: emoji?.code ?? null,
    emoji_kind: emoji?.kind ?? null,
  }
  await db
    .insertInto('user_status')
    .values({ user_id: userId, realm_id: realmId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export const deleteStatus = (db: Db, realmId: number, userId: number): Promise<unknown> =>
  db.deleteFrom('user_status').where('user_id', '=', userId).where('realm_id', '=', realmId).execute()
